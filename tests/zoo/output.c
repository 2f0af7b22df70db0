/* Writes exactly so many bytes. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    long left = number(argc, argv, 1, 0);
    char block[4096];
    memset(block, 120, sizeof block);
    while (left > 0) {
        long length = write(1, block, left < 4096 ? left : 4096);
        MUST(length > 0);
        left -= length;
    }
    return 0;
}
