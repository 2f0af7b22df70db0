#include <ctype.h>
#include <stdio.h>

/* The next number of one to four digits without leading zeros, else 0. */
static int number(void) {
    int value = 0, digits = 0, c = getchar();
    while (isspace(c)) c = getchar();
    if (c == '0') return 0;
    for (; isdigit(c); c = getchar()) {
        if (++digits > 4) return 0;
        value = 10 * value + c - '0';
    }
    return c == EOF || isspace(c) ? value : 0;
}

int main(int argc, char **argv) {
    FILE *input = argc > 1 ? fopen(argv[1], "r") : NULL;
    int sum, first = number(), second = number(), c;
    if (!input || fscanf(input, "%d", &sum) != 1) return 1;
    while (isspace(c = getchar())) continue;
    return first > 0 && second > 0 && c == EOF && first + second == sum ? 42 : 43;
}
