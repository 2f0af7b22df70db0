identification division.
program-id broken
procedure division.
stop run.
