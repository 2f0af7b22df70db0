#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Next to the answer is half right where the group says `parts`. */
int main(int argc, char **argv) {
    FILE *file = argc > 3 ? fopen(argv[2], "r") : NULL;
    int answer;
    char word[12], more[2], path[4096];
    if (!file || fscanf(file, "%d", &answer) != 1) return 1;
    if (scanf("%11s%1s", word, more) != 1 || strspn(word, "0123456789") != strlen(word)) return 43;
    int far = abs(atoi(word) - answer);
    if (far == 0) return 42;
    if (far > 1 || argc != 5 || strcmp(argv[4], "parts")) return 43;
    snprintf(path, sizeof path, "%sscore_multiplier.txt", argv[3]);
    FILE *score = fopen(path, "w");
    if (!score) return 1;
    fputs("0.5\n", score);
    return fclose(score) ? 1 : 42;
}
