class T{public static function twice(x:Int) return 2*x;}
