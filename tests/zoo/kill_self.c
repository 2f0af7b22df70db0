/* Kills itself: a first process of a namespace would survive that. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    kill(getpid(), SIGKILL);
    return 0;
}
