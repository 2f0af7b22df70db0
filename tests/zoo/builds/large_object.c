__asm__(".data\n.fill 2000000000, 1, 7\n.text\n");
int main(void) { return 0; }
