fun f 0 = 0 | f n = 1 + f (n-1)
val _ = print (Int.toString (f 1000000) ^ "\n")