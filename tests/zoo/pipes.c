/* Memory of the kernel: many full pipes. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static char block[1 << 16];
    for (int i = 0; i < 400; i++) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK)) return 0;
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        while (write(ends[1], block, sizeof block) > 0);
    }
    return 0;
}
