IO.puts 1
)
