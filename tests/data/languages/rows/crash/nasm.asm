global main
section .text
main: ud2
section .note.GNU-stack
