import std.stdio,twice;void main(){writeln(doubled(500000));}
