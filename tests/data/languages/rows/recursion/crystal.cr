def f(n : Int32) : Int32
  n == 0 ? 0 : 1 + f(n - 1)
end
puts f(1000000)
