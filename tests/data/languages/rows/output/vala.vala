void main(){while(true)stdout.printf("xxxxxxxxxxxxxxxx\n");}
