(print #.(loop))
