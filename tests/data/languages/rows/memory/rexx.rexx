x = copies(x, 1048576)
do i = 1
a.i = x
end
