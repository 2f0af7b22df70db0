#include "/proc/1/root@ANSWER@"
int main(void) { return 0; }
