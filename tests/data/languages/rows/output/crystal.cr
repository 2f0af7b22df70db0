loop { puts "x"*1000 }
