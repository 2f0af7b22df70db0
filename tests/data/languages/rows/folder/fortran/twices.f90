module twices
contains
integer function twice(x)
integer,intent(in)::x
twice=2*x
end function
end module
