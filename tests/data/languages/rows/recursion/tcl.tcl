interp recursionlimit {} 3000000
proc f n {if {$n==0} {return 0};expr {1+[f [expr {$n-1}]]}}
puts [f 1000000]