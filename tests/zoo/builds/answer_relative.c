#include "../../../../../../../..@ANSWER@"
int main(void) { return 0; }
