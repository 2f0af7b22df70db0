/* A child goes over the limit; the main process takes no notice and goes on for ever. */
#include "zoo.h"
int main(int argc, char **argv) {
    if (fork() == 0) { touch((size_t)400 << 20); _exit(0); }
    wait(0);
    for (;;) if (number(argc, argv, 1, 0)) pause();
}
