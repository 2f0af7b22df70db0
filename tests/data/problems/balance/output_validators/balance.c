#include <stdio.h>
#include <stdlib.h>

static const char *folder;

static FILE *feedback(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file) exit(1);
    return file;
}

int main(int argc, char **argv) {
    if (argc < 4) return 1;
    folder = argv[3];
    FILE *input = fopen(argv[1], "r"), *message = feedback("judgemessage.txt");
    int count, difference = 0;
    if (!input || fscanf(input, "%d", &count) != 1) return 1;
    for (int i = 0; i < count; i++) {
        int weight;
        char side;
        if (fscanf(input, "%d", &weight) != 1) return 1;
        if (scanf(" %c", &side) != 1 || (side != 'L' && side != 'R')) {
            fprintf(message, "weight %d: expected L or R\n", i + 1);
            return 43;
        }
        difference += side == 'L' ? weight : -weight;
    }
    difference = abs(difference);
    fprintf(message, "the sides differ by %d\n", difference);
    fprintf(feedback("score.txt"), "%.9f\n", 1.0 / (1 + difference));
    return 42;
}
