identification division.
program-id. breaks.
procedure division.
call "nowhere".
stop run.
