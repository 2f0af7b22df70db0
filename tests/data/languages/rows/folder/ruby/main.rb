require_relative "twice"
puts twice(500000)
