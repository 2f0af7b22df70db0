raise "x"
