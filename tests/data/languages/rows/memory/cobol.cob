identification division.
program-id. grows.
data division.
working-storage section.
01 p usage pointer.
procedure division.
perform until 1 = 2
allocate 1048576 characters initialized returning p
end-perform.
stop run.
