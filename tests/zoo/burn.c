/* Spends so many milliseconds of CPU time, and ends. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    burn(number(argc, argv, 1, 100));
    return 0;
}
