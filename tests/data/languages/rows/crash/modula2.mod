MODULE main;
FROM libc IMPORT abort;
BEGIN
 abort
END main.
