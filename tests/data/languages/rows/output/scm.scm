(let f () (display "xxxxxxxxxxxxxxxx
") (f))
