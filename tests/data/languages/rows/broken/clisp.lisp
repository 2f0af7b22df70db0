(print 1)
)
