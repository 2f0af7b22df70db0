#include <stdio.h>

/* A number above 0 without leading zeros, alone on a line. */
int main(void) {
    int c = getchar();
    if (c < '1' || c > '9') return 43;
    while ((c = getchar()) >= '0' && c <= '9') continue;
    return c == '\n' && getchar() == EOF ? 42 : 43;
}
