identification division.
program-id. total.
data division.
working-storage section.
01 both pic x(40).
01 second-word pic x(40).
01 a pic s9(9).
01 b pic s9(9).
01 c pic -(9)9.
procedure division.
accept both
move function trim(both) to both
unstring both delimited by space into a second-word
if second-word = spaces accept second-word end-if
move function numval(second-word) to b
move function numval(both(1:2)) to a
add a b giving c
display function trim(c)
stop run.
