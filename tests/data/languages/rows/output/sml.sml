fun f () = (print "xxxxxxxxxxxxxxxx\n"; f ())
val _ = f ()
