#include <stdio.h>

int main(void) {
    char answer[8];
    for (int guess = 1;; guess++) {
        printf("%d\n", guess);
        fflush(stdout);
        if (scanf("%7s", answer) != 1 || answer[0] == '=') return 0;
    }
}
