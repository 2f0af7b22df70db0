.globl main
.data
x: .asciz "xxxxxxxxxxxxxxxx"
.text
main: push %rbx
1: lea x(%rip),%rdi
 call puts@PLT
 jmp 1b
.section .note.GNU-stack,"",@progbits
