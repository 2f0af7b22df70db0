#lang racket/base
(let f ([l null]) (f (cons (make-vector 262144 1) l)))