/* Some MiB of memory, and a child that has the same for a while: it counts once. */
#include "zoo.h"
int main(int argc, char **argv) {
    size_t size = (size_t)number(argc, argv, 1, 40) << 20;
    char *memory = malloc(size);
    memset(memory, 1, size);
    pid_t child = vfork();
    if (child == 0) {
        struct timespec pause = {0, 200000000};
        nanosleep(&pause, 0);
        _exit(0);
    }
    MUST(child > 0 && waitpid(child, 0, 0) == child);
    return 0;
}
