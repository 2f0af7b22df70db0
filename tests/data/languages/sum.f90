program total
  integer :: a, b
  read *, a, b
  print '(I0)', a + b
end program
