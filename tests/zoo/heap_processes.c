/* Several processes, each below the limit. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 0; i < 3; i++)
        if (fork() == 0) { touch((size_t)number(argc, argv, 1, 30) << 20); usleep(300000); _exit(0); }
    for (int i = 0; i < 3; i++) wait(0);
    return 0;
}
