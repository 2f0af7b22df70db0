void main(){stdout.printf("%d\n",twice(500000));}
