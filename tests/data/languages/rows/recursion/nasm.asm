extern printf
global main
section .data
f db "%d",10,0
section .text
g: test edi,edi
 jz .z
 dec edi
 call g
 inc eax
 ret
.z: xor eax,eax
 ret
main: push rbx
 mov edi,1000000
 call g
 mov esi,eax
 lea rdi,[rel f]
 xor eax,eax
 call printf wrt ..plt
 xor eax,eax
 pop rbx
 ret
section .note.GNU-stack
