/* Sleeps in the child of a vfork, while the parent cannot be interrupted. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    if (vfork() == 0) { sleep(100); _exit(0); }
    return 0;
}
