MODULE main;
FROM InOut IMPORT ReadInt, WriteInt, WriteLn;
VAR a, b: INTEGER;
BEGIN
  ReadInt(a);
  ReadInt(b);
  WriteInt(a + b, 1);
  WriteLn
END main.
