global main
section .text
main: jmp main
section .note.GNU-stack
