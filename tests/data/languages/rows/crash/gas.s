.globl main
.text
main: ud2
.section .note.GNU-stack,"",@progbits
