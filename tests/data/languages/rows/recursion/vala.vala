int f(int n){return n==0?0:1+f(n-1);}void main(){stdout.printf("%d\n",f(1000000));}
