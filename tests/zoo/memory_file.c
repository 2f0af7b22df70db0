/* An anonymous memory file over the limit. Where it cannot be counted it is refused. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int file = memfd_create("x", 0);
    if (file < 0) return 3;
    static char block[1 << 20];
    for (int i = 0; i < 20; i++) {
        file = memfd_create("x", 0);
        for (int j = 0; j < 6; j++) if (write(file, block, sizeof block) < 0) return 4;
    }
    return 0;
}
