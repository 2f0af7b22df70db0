/* Raises its own limits, and sets those of others. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    const int fixed[] = {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_SIGPENDING};
    for (unsigned i = 0; i < sizeof fixed / sizeof *fixed; i++) {
        struct rlimit limit;
        MUST(getrlimit(fixed[i], &limit) == 0);
        MUST(limit.rlim_max != RLIM_INFINITY);
        limit.rlim_max++;
        MUST_NOT(setrlimit(fixed[i], &limit) == 0);
        MUST_NOT(prlimit(getppid(), fixed[i], &limit, 0) == 0);
        MUST_NOT(prlimit(1, fixed[i], &limit, 0) == 0);
    }
    return 0;
}
