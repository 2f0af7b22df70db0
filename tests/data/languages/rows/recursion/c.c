#include <stdio.h>
int f(volatile int n){return n==0?0:1+f(n-1);}
int main(void){printf("%d\n",f(1000000));}