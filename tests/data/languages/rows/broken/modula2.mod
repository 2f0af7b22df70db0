MODULE main; BEGIN
 nowhere := 1
END main.
