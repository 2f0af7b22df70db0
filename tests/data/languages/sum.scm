(display (+ (read) (read)))
(newline)
