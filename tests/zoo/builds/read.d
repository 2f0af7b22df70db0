import std.stdio;
void main() { write(import("@ANSWER@")); }
