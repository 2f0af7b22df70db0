module twice;int doubled(int x){return 2*x;}
