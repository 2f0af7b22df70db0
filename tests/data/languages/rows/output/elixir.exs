x = String.duplicate("x", 1000)
Stream.repeatedly(fn -> IO.puts(x) end) |> Stream.run()
