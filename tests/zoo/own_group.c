/* Looks for its control group, to widen its limits. */
#include "zoo.h"
#include <sys/mount.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    const char *paths[] = {"/sys", "/sys/fs/cgroup", "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/cgroup.procs", "/proc/1/cgroup"};
    for (int i = 0; i < 5; i++) MUST_NOT(open(paths[i], O_RDONLY) >= 0);
    MUST_NOT(mount("none", "/tmp", "cgroup", 0, "memory") == 0);
    MUST_NOT(mount("none", "/tmp", "cgroup2", 0, "") == 0);
    return 0;
}
