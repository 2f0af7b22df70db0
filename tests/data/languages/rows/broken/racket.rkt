#lang racket/base
(nowhere)
