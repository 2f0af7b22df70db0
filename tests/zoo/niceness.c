/* Makes itself nicer and moves to one core: the next run must not inherit it. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    sched_setaffinity(0, sizeof one, &one);
    nice(10);
    umask(0);
    prctl(PR_SET_TIMERSLACK, 1000000);
    return 0;
}
