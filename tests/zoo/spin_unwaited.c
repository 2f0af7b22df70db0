/* CPU time in children of a parent that ignores their end, one after the other. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 8; i++) {
        if (fork() == 0) { burn(60); _exit(0); }
        wait(0);
    }
    return 0;
}
