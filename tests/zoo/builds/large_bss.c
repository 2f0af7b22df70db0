static volatile char room[10L << 30];
int main(void) { return room[5]; }
