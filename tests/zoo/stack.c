/* Recursion of so many MiB. */
#include "zoo.h"
static int recurse(long kilobytes) {
    volatile char frame[1024];
    frame[0] = 1;
    return kilobytes > 0 ? recurse(kilobytes - 1) + frame[0] - 1 : 0;
}
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    return recurse(number(argc, argv, 1, 40) << 10);
}
