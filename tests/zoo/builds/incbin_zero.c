__asm__(".data\n.incbin \"/dev/zero\"\n.text\n");
int main(void) { return 0; }
