#lang racket/base
(error "x")