val text = TextIO.inputAll TextIO.stdIn
val words = List.mapPartial Int.fromString (String.tokens Char.isSpace text)
val _ = print (Int.toString (foldl op + 0 words) ^ "\n")
