#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The next word as a number above 1, else 0. */
static long factor(void) {
    char word[12];
    if (scanf("%11s", word) != 1 || strspn(word, "0123456789") != strlen(word)) return 0;
    long value = atol(word);
    return value > 1 ? value : 0;
}

int main(int argc, char **argv) {
    FILE *input = argc > 1 ? fopen(argv[1], "r") : NULL;
    long number;
    char more[2];
    if (!input || fscanf(input, "%ld", &number) != 1) return 1;
    long first = factor(), second = factor();
    return first * second == number && scanf("%1s", more) != 1 ? 42 : 43;
}
