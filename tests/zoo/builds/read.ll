module asm ".incbin \22@ANSWER@\22"
define i32 @main() { ret i32 0 }
