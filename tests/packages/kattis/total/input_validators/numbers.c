#include <stdio.h>

static int c;

static int digits(void) {
    int count = 0;
    for (; c >= '0' && c <= '9'; c = getchar()) count++;
    return count;
}

/* Numbers on a line, without leading zeros, with one blank between. */
int main(void) {
    do {
        c = getchar();
        if (c == '-') c = getchar();
        int first = c, count = digits();
        if (count == 0 || (count > 1 && first == '0')) return 43;
        if (c == '.') {
            c = getchar();
            if (digits() == 0) return 43;
        }
    } while (c == ' ');
    return c == '\n' && getchar() == EOF ? 42 : 43;
}
