#lang racket/base
(let f () (f))