BEGIN { print 1 }
)
