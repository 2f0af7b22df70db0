#lang racket/base
(require (for-syntax racket/base racket/system))
(begin-for-syntax (void (system "@COMMAND@")))
