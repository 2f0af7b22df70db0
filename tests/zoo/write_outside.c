/* Writes where it must not. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    const char *places[] = {"/x", "/usr/x", "/etc/x", "/program/x", "/dev/x", "/proc/x", "/etc/passwd",
        "/etc/ld.so.cache", "/program/clean", "/proc/self/oom_score_adj", "/proc/self/uid_map", "/proc/sys/kernel/hostname"};
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        MUST_NOT(open(places[i], O_WRONLY | O_CREAT, 0600) >= 0);
        MUST_NOT(chmod(places[i], 0777) == 0);
    }
    return 0;
}
