.globl main
main:
.rept 2000000000
 nop
.endr
