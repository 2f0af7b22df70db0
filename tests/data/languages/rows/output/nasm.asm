extern puts
global main
section .data
x db "xxxxxxxxxxxxxxxx",0
section .text
main: push rbx
.a: lea rdi,[rel x]
 call puts wrt ..plt
 jmp .a
section .note.GNU-stack
