import core.volatile;void main(){uint i;for(;;)volatileStore(&i,1);}
