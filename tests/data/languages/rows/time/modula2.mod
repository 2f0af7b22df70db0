MODULE main;
VAR i: CARDINAL;
BEGIN
 LOOP i := 1 - i END
END main.
