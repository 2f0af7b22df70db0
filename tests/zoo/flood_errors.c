/* Writes without end to standard error. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    char block[65536];
    memset(block, 120, sizeof block);
    for (;;) if (write(2, block, sizeof block) < 0) return 1;
}
