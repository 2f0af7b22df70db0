@x = constant [5 x i8] c"xxxx\00"
declare i32 @puts(i8*)
define i32 @main() {
 br label %a
a:
 call i32 @puts(i8* getelementptr ([5 x i8], [5 x i8]* @x, i64 0, i64 0))
 br label %a
}
