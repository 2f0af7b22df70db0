/* One file over the limit. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static char block[1 << 20];
    int file = open("f", O_CREAT | O_WRONLY, 0600);
    for (;;) if (write(file, block, sizeof block) < 0) return 1;
}
