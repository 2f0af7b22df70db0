/* Fits one file, but not all files together: assembler text, object and program. */
__asm__(".data\n.fill 70000000, 1, 7\n.text\n");
int main(void) { return 0; }
