define i32 @main() {
 br label %a
a:
 call void asm sideeffect "nop", ""()
 br label %a
}
