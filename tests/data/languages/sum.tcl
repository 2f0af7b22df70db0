lassign [regexp -all -inline {\S+} [read stdin]] a b
puts [expr {$a + $b}]
