/* Fills the box with files that have no name, and keeps them. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static char block[1 << 20];
    long total = 0, length;
    for (int i = 0; i < 900; i++) {
        int file = open("/box", O_TMPFILE | O_RDWR, 0600);
        if (file < 0 || (length = write(file, block, sizeof block)) <= 0) { MUST(errno == ENOSPC); break; }
        total += length;
    }
    MUST(total <= 8 << 20);
    return 0;
}
