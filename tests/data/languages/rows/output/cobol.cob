identification division.
program-id. talks.
procedure division.
perform until 1 = 2
display "xxxxxxxxxxxxxxxx"
end-perform.
stop run.
