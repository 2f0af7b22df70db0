#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    char expected[32], text[32];
    int sum;
    FILE *input = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!input || fscanf(input, "%d", &sum) != 1) return 1;
    int length = sprintf(expected, "1 %d\n", sum - 1);
    int right = fread(text, 1, sizeof text, stdin) == length && !memcmp(text, expected, length);
    return right ? 42 : 43;
}
