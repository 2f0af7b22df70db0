MODULE main;
FROM StrIO IMPORT WriteString, WriteLn;
BEGIN
 LOOP WriteString("xxxxxxxxxxxxxxxx"); WriteLn END
END main.
