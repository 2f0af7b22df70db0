print "x" x 1000, "\n" while 1
