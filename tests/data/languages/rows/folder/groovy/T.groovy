class T{static int twice(int x){2*x}}
