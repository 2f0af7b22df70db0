type t
 integer,allocatable::a(:)
end type
type(t)::v(100000)
integer::i
do i=1,100000
allocate(v(i)%a(262144))
v(i)%a=i
end do
print*,v(5)%a(3)
end