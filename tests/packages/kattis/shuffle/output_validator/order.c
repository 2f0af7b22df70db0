#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };
typedef char Word[64];

static int read(FILE *file, Word *words) {
    int count = 0;
    while (count < MOST && fscanf(file, "%63s", words[count]) == 1) count++;
    return count;
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

static int same(const Word *a, const Word *b, int count) {
    for (int i = 0; i < count; i++)
        if (strcmp(a[i], b[i])) return 0;
    return 1;
}

/* The words of the input in another order. */
int main(int argc, char **argv) {
    static Word given[MOST], found[MOST];
    char path[4096];
    FILE *input = argc > 3 ? fopen(argv[1], "r") : NULL;
    if (!input) return 1;
    int count = read(input, given);
    int right = read(stdin, found) == count && !same(given, found, count);
    qsort(given, count, sizeof *given, compare);
    qsort(found, count, sizeof *found, compare);
    right = right && same(given, found, count);
    snprintf(path, sizeof path, "%sjudgemessage.txt", argv[3]);
    FILE *message = fopen(path, "w");
    if (!message) return 1;
    fputs("flags:", message);
    for (int i = 4; i < argc; i++) fprintf(message, " %s", argv[i]);
    return fclose(message) ? 1 : right ? 42 : 43;
}
