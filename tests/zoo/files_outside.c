/* Reads what it must not: each argument is a path of the host. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 1; i < argc; i++) MUST_NOT(open(argv[i], O_RDONLY | O_NONBLOCK) >= 0);
    MUST_NOT(open("/etc/shadow", O_RDONLY) >= 0);
    MUST_NOT(open("/root", O_RDONLY) >= 0);
    MUST_NOT(open("/home", O_RDONLY) >= 0);
    MUST_NOT(open("/sys", O_RDONLY) >= 0);
    MUST_NOT(open("/dev/mem", O_RDONLY) >= 0);
    MUST_NOT(open("/dev/kmsg", O_RDONLY) >= 0);
    MUST_NOT(open("/proc/kcore", O_RDONLY) >= 0);
    MUST_NOT(open("/proc/cmdline", O_RDONLY) >= 0);
    MUST_NOT(open("/proc/1/environ", O_RDONLY) >= 0);
    MUST_NOT(open("/proc/1/root", O_RDONLY) >= 0);
    MUST_NOT(open("/box/../../../../root", O_RDONLY) >= 0);
    return 0;
}
