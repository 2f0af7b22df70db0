#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    FILE *input = argc > 1 ? fopen(argv[1], "r") : NULL;
    int secret;
    char line[16];
    if (!input || fscanf(input, "%d", &secret) != 1) return 1;
    for (int question = 0; question < 8; question++) {
        if (!fgets(line, sizeof line, stdin) || !isdigit(line[0])) return 43;
        int guess = atoi(line);
        puts(guess == secret ? "right" : guess < secret ? "higher" : "lower");
        fflush(stdout);
        if (guess == secret) return 42;
    }
    return 43;
}
