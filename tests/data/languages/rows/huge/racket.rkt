#lang racket/base
(display (vector-length (make-vector 1000000000000 1)))