import std.stdio;void main(){for(;;)writeln("xxxxxxxxxxxxxxxx");}
