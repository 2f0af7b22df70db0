#lang racket/base
(let f () (displayln "xxxxxxxxxxxxxxxx") (f))
