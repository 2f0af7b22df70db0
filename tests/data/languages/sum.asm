extern scanf, printf
global main

section .data
format_in: db "%d %d", 0
format_out: db "%d", 10, 0

section .bss
a: resd 1
b: resd 1

section .text
main:
    push rbx
    lea rdi, [rel format_in]
    lea rsi, [rel a]
    lea rdx, [rel b]
    xor eax, eax
    call scanf
    mov esi, [rel a]
    add esi, [rel b]
    lea rdi, [rel format_out]
    xor eax, eax
    call printf
    xor eax, eax
    pop rbx
    ret
