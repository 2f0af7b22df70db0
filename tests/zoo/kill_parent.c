/* Kills its parent, in every way. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 1; i < 65; i++) { kill(getppid(), i); kill(1, i); syscall(SYS_tgkill, 1, 1, i); }
    return 8;
}
