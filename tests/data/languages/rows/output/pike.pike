int main(){while(1)write("xxxxxxxxxxxxxxxx\n");}
