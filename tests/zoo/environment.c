/* Sees the environment that was given, and only that. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    extern char **environ;
    MUST(environ[0] && strcmp(environ[0], "A=b") == 0 && !environ[1]);
    MUST(argc == 2 && strcmp(argv[1], "an argument") == 0);
    char place[64];
    MUST(strcmp(getcwd(place, sizeof place), "/box") == 0);
    return 0;
}
