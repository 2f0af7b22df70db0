MODULE main;
FROM SWholeIO IMPORT ReadInt, WriteInt;
FROM STextIO IMPORT WriteLn;
VAR a, b: INTEGER;
BEGIN
  ReadInt(a);
  ReadInt(b);
  WriteInt(a + b, 1);
  WriteLn
END main.
