defmodule A do
 def f(0), do: 0
 def f(n), do: 1+f(n-1)
end
IO.puts(A.f(1000000))