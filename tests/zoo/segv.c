/* Writes where nothing is. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    *(volatile int *)8 = 1;
    return 0;
}
