/* Forks without end, each in a session of its own. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (;;) if (fork() == 0) setsid();
}
