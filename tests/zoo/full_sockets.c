/* Memory of the kernel: sockets full of words that nobody reads. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static char block[1 << 16];
    for (int i = 0; i < 500; i++) {
        int ends[2], large = 1 << 22;
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends)) break;
        setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &large, sizeof large);
        while (write(ends[0], block, sizeof block) > 0);
    }
    return 0;
}
