/* The child of a vfork lives on while its parent is stopped in it. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    if (vfork() == 0) {
        char *words[] = {"/program/sleep", 0};
        execv(words[0], words);
        _exit(1);
    }
    return 5;
}
