#error "[2J "
int main(void) { return 0; }
