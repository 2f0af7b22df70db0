(define (f n) (if (= n 0) 0 (+ 1 (f (- n 1)))))(display (f 1000000))(newline)
