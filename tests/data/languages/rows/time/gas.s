.globl main
.text
main: jmp main
.section .note.GNU-stack,"",@progbits
