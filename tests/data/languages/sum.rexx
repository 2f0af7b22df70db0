sum = 0
do while lines() > 0
  parse pull line
  do i = 1 to words(line)
    sum = sum + word(line, i)
  end
end
say sum
