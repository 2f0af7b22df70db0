while 1 {lappend l [string repeat x 1048576][incr i]}
