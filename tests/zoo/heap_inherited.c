/* Some MiB of memory that two children have, too, and only read: it counts once. */
#include "zoo.h"
int main(int argc, char **argv) {
    size_t size = (size_t)number(argc, argv, 1, 40) << 20;
    char *memory = malloc(size);
    memset(memory, 1, size);
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            for (size_t at = 0; at < size; at += 4096) MUST(((volatile char *)memory)[at] == 1);
            usleep(300000);
            _exit(0);
        }
    for (int i = 0; i < 2; i++) wait(0);
    return 0;
}
