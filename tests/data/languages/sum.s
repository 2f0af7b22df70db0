.data
format_in: .asciz "%d %d"
format_out: .asciz "%d\n"
.bss
.lcomm a, 4
.lcomm b, 4
.text
.globl main
main:
    pushq %rbx
    leaq format_in(%rip), %rdi
    leaq a(%rip), %rsi
    leaq b(%rip), %rdx
    xorl %eax, %eax
    call scanf
    movl a(%rip), %esi
    addl b(%rip), %esi
    leaq format_out(%rip), %rdi
    xorl %eax, %eax
    call printf
    xorl %eax, %eax
    popq %rbx
    ret
