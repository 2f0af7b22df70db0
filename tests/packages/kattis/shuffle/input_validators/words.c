#include <stdio.h>

/* Two or more words of small letters on a line, with one blank between. */
int main(void) {
    int words = 0, c;
    do {
        int letters = 0;
        while ((c = getchar()) >= 'a' && c <= 'z') letters++;
        if (!letters) return 43;
        words++;
    } while (c == ' ');
    return words > 1 && c == '\n' && getchar() == EOF ? 42 : 43;
}
