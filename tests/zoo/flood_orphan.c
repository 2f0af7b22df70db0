/* An orphan floods standard output after the main process has ended. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    if (fork()) return 0;
    char block[65536];
    memset(block, 120, sizeof block);
    for (;;) if (write(1, block, sizeof block) < 0) return 1;
}
