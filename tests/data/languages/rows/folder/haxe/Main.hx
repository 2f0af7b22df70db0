class Main{static function main(){Sys.println(T.twice(500000));}}
