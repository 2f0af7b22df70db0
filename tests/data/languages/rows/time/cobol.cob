identification division.
program-id. waits.
procedure division.
perform until 1 = 2
continue
end-perform.
stop run.
