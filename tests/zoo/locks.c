/* Locks and leases on what it shares with others. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int file = open("/usr/bin/env", O_RDONLY);
    MUST_NOT(fcntl(file, F_SETLEASE, F_RDLCK) == 0);
    struct flock lock = {.l_type = F_RDLCK};
    MUST_NOT(fcntl(file, F_SETLK, &lock) == 0);
    MUST_NOT(syscall(SYS_flock, file, 1) == 0);
    return 0;
}
