/* Waits for a number that it was told to be its child again, and signals it when it is not. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int old = fork();
    if (old == 0) _exit(0);
    waitpid(old, 0, 0);
    for (int i = 0; i < 500; i++) {
        int pid = fork();
        if (pid == 0) _exit(0);
        kill(old, SIGKILL);
        kill(old + i, SIGKILL);
        waitpid(pid, 0, 0);
    }
    return 0;
}
