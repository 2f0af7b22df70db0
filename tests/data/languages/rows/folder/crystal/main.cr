require "./twice"
puts twice(500000)
