int main(){int i;while(1)i++;}
