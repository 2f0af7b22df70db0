#lang racket/base
(require (for-syntax racket/base))
(begin-for-syntax (let loop () (loop)))
