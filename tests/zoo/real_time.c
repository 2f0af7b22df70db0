/* Wants to run before all others. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct sched_param highest = {.sched_priority = 99};
    MUST_NOT(sched_setscheduler(0, SCHED_FIFO, &highest) == 0);
    MUST_NOT(sched_setscheduler(0, SCHED_RR, &highest) == 0);
    struct { uint32_t size, policy; uint64_t flags; int32_t nice; uint32_t priority; uint64_t runtime, deadline, period; }
        deadline = {48, 6, 0, 0, 0, 10000000, 20000000, 20000000};
    MUST_NOT(syscall(SYS_sched_setattr, 0, &deadline, 0) == 0);
    MUST_NOT(setpriority(PRIO_PROCESS, 0, -20) == 0);
    MUST_NOT(syscall(SYS_ioprio_set, 1, 0, 1 << 13) == 0);
    return 0;
}
