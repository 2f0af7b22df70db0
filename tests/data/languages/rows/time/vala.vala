void main(){int i=0;while(true)AtomicInt.inc(ref i);}
