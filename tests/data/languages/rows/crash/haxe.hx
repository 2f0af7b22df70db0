class Main{static function main(){throw "x";}}
