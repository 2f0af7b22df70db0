(display 1)
(nowhere)
