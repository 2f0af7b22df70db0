/* Makes its output non-blocking and small, and fills it. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    fcntl(1, F_SETFL, O_NONBLOCK);
    fcntl(1, F_SETPIPE_SZ, 4096);
    char block[4096] = {0};
    for (int i = 0; i < 200; i++) if (write(1, block, sizeof block) < 0) MUST(errno == EAGAIN);
    return 0;
}
