print*,f(1000000)
contains
recursive integer function f(n) result(r)
integer,value::n
if(n==0)then
r=0
else
r=1+f(n-1)
end if
end function
end