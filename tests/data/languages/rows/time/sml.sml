fun f () = f ()
val _ = f ()
