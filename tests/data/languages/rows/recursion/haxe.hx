class Main{static function f(n:Int):Int return n==0?0:1+f(n-1);static function main(){Sys.println(f(1000000));}}
