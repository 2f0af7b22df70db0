__asm__(".rept 2000000000\nnop\n.endr\n");
int main(void) { return 0; }
