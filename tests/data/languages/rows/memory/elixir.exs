defmodule A do
 def f(l), do: f([Enum.to_list(1..100000)|l])
end
A.f([])