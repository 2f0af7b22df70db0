/* Fills memory of so many MiB. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST(touch((size_t)number(argc, argv, 1, 1024) << 20));
    return 0;
}
