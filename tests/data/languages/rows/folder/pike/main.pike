int main(){object t=(object)combine_path(dirname(__FILE__),"twice.pike");write("%d\n",t->twice(500000));}
