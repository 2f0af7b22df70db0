/* Puts a child beside itself. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) >= 0);
    return 9;
}
