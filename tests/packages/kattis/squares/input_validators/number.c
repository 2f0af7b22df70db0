#include <stdio.h>

/* A number of one to six digits without leading zeros, alone on a line. */
int main(void) {
    int digits = 1, c = getchar();
    if (c < '1' || c > '9') return 43;
    while ((c = getchar()) >= '0' && c <= '9') digits++;
    return digits <= 6 && c == '\n' && getchar() == EOF ? 42 : 43;
}
