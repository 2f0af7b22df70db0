Code.require_file("twice.exs", __DIR__)
IO.puts(T.twice(500000))
