#include <stdio.h>
#include <string.h>

static FILE *in_feedback(const char *folder, const char *name, const char *mode) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, mode);
}

int main(int argc, char **argv) {
    char number[64], found[1024], kept[64], more[2];
    FILE *input = argc > 3 ? fopen(argv[1], "r") : NULL;
    if (!input || fscanf(input, "%*s%63s", number) != 1) return 1;
    int is_one = scanf("%1023s%1s", found, more) == 1;
    FILE *state = in_feedback(argv[3], "state.txt", "r");
    if (state) return is_one && fscanf(state, "%63s", kept) == 1 && !strcmp(found, kept) ? 42 : 43;
    if (!is_one) return 43;
    state = in_feedback(argv[3], "state.txt", "w");
    FILE *following = in_feedback(argv[3], "nextpass.in", "w");
    if (!state || !following) return 1;
    fputs(number, state);
    fprintf(following, "second %s\n", found);
    return fclose(state) || fclose(following) ? 1 : 42;
}
