/* A large file with nothing in it. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int file = open("f", O_CREAT | O_WRONLY, 0600);
    MUST_NOT(ftruncate(file, (off_t)2 << 30) == 0);
    return 0;
}
