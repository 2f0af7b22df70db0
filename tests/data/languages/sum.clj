(println (+ (read) (read)))
