#include <stdio.h>

/* A number from 1 to 100 without leading zeros, alone on a line. */
int main(void) {
    int value = 0, c = getchar();
    if (c < '1' || c > '9') return 43;
    for (; c >= '0' && c <= '9' && value <= 100; c = getchar()) value = 10 * value + c - '0';
    return value <= 100 && c == '\n' && getchar() == EOF ? 42 : 43;
}
