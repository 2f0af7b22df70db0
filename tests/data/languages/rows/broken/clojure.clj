(println 1)
(nowhere)
