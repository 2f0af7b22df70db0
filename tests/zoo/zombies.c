/* Fills its process limit with children that it never waits for. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int count = 0, pid;
    while ((pid = fork()) > 0) count++;
    if (pid == 0) _exit(0);
    MUST(errno == EAGAIN && count < 16);
    return 0;
}
