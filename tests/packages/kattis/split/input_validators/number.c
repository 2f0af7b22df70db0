#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int value = 0, digits = 0, c;
    while ((c = getchar()) >= '0' && c <= '9' && digits < 4 && (c > '0' || digits > 0)) {
        value = 10 * value + c - '0';
        digits++;
    }
    int right = c == '\n' && getchar() == EOF && value >= 2 && argc > 1 && value <= atoi(argv[1]);
    return right ? 42 : 43;
}
