say f(1000000)
exit
f: procedure
parse arg n
if n = 0 then return 0
return 1 + f(n - 1)
