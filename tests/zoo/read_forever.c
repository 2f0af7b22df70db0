/* Waits for input that never comes, on a pipe of its own. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int ends[2];
    char byte;
    MUST(pipe(ends) == 0);
    return read(ends[0], &byte, 1);
}
