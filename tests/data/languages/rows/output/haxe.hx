class Main{static function main(){while(true)Sys.println("xxxxxxxxxxxxxxxx");}}
