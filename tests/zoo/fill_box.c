/* Fills the box with many files. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static char block[1 << 20];
    char name[32];
    long total = 0, length;
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "f%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0 || (length = write(file, block, sizeof block)) <= 0) { MUST(errno == ENOSPC); break; }
        total += length;
        close(file);
    }
    MUST(total <= number(argc, argv, 1, 8) << 20);
    return 0;
}
