/* Makes a sibling by `clone3`, whose flags no filter can read. */
#include "zoo.h"
#include <linux/sched.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    const uint64_t flags[] = {CLONE_PARENT, CLONE_NEWUSER, CLONE_NEWPID, CLONE_INTO_CGROUP, 0};
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct clone_args how = {.flags = flags[i], .exit_signal = SIGCHLD};
        long pid = syscall(SYS_clone3, &how, sizeof how);
        if (pid == 0) _exit(0);
        MUST(pid < 0 && errno == ENOSYS);
    }
    return 0;
}
