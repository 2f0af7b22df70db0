(let f () (display "xxxxxxxxxxxxxxxx\n") (f))
