global main
main:
%rep 1000000000
 nop
%endrep
