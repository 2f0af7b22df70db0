global main
main: ret
secret: incbin "@ANSWER@"
