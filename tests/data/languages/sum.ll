@in = private constant [6 x i8] c"%d %d\00"
@out = private constant [4 x i8] c"%d\0A\00"

declare i32 @scanf(i8*, ...)
declare i32 @printf(i8*, ...)

define i32 @main() {
  %a = alloca i32
  %b = alloca i32
  %in = getelementptr [6 x i8], [6 x i8]* @in, i64 0, i64 0
  %out = getelementptr [4 x i8], [4 x i8]* @out, i64 0, i64 0
  %read = call i32 (i8*, ...) @scanf(i8* %in, i32* %a, i32* %b)
  %x = load i32, i32* %a
  %y = load i32, i32* %b
  %sum = add i32 %x, %y
  %written = call i32 (i8*, ...) @printf(i8* %out, i32 %sum)
  ret i32 0
}
