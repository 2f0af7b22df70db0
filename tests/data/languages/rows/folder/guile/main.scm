(load "twice.scm")
(display (twice 500000))
