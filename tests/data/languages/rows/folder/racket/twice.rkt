#lang racket/base
(provide twice)
(define (twice x) (* 2 x))
