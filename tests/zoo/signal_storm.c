/* Storms its parent with signals, from several processes. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    fork(); fork();
    for (int i = 0; i < 3000; i++) { kill(1, SIGCHLD); kill(1, SIGCONT); kill(1, SIGALRM); }
    while (wait(0) > 0);
    return 0;
}
