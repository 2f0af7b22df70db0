sub f(int $n){$n==0 ?? 0 !! 1+f($n-1)}
say f(1000000);