/* Locks and leases on what it shares with others: a lease is refused, a lock holds nothing. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int one = open("/usr/bin/env", O_RDONLY), other = open("/usr/bin/env", O_RDONLY);
    MUST_NOT(fcntl(one, F_SETLEASE, F_RDLCK) == 0);
    MUST_NOT(fcntl(one, F_NOTIFY, DN_ACCESS) == 0);
    MUST(syscall(SYS_flock, one, 2) == 0);
    MUST(syscall(SYS_flock, other, 2 | 4) == 0);
    struct flock lock = {.l_type = F_RDLCK};
    MUST(fcntl(one, F_SETLK, &lock) == 0);
    if (fork() == 0) {
        lock.l_type = F_WRLCK;
        MUST(fcntl(other, F_GETLK, &lock) == 0);
        _exit(lock.l_type != F_UNLCK);
    }
    int status;
    wait(&status);
    MUST(status == 0);
    return 0;
}
