#lang racket/base
(require "twice.rkt")
(displayln (twice 500000))
