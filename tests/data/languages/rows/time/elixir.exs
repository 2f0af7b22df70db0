defmodule A do
 def f, do: f()
end
A.f()