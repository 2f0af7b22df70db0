fun f l = f (Array.array(131072, length l) :: l)
val _ = f []