define i32 @main() {
 nowhere
}
