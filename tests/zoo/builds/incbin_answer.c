__asm__(".data\n.incbin \"@ANSWER@\"\n.text\n");
int main(void) { return 0; }
