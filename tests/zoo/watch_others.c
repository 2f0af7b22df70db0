/* Watches what others do with files that all share. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(syscall(SYS_inotify_init1, 0) >= 0);
    MUST_NOT(syscall(SYS_fanotify_init, 0, 0) >= 0);
    int bin = open("/usr/bin", O_RDONLY | O_DIRECTORY);
    MUST_NOT(fcntl(bin, F_NOTIFY, DN_ACCESS | DN_MULTISHOT) == 0);
    return 0;
}
