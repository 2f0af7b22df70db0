/* A grandchild goes over the limit; the main process ends well. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    if (fork() == 0) {
        if (fork() == 0) { touch((size_t)300 << 20); _exit(0); }
        wait(0);
        _exit(0);
    }
    wait(0);
    return 0;
}
