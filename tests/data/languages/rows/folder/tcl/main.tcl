source [file join [file dirname [info script]] twice.tcl]
puts [twice 500000]
