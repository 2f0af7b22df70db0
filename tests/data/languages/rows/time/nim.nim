var i {.volatile.} = 0
while true: i = 1 - i
