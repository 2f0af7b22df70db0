#include <stdio.h>

/* A number of one digit without leading zeros, alone on a line. */
int main(void) {
    int digits = 1, c = getchar();
    if (c < '1' || c > '9') return 43;
    while ((c = getchar()) >= '0' && c <= '9') digits++;
    return digits <= 1 && c == '\n' && getchar() == EOF ? 42 : 43;
}
