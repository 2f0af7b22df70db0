/* Gives its own thread, by number, the policy that it has, as Mono does with each of its threads. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct sched_param none = {.sched_priority = 0};
    pid_t own = (pid_t)syscall(SYS_gettid);
    MUST_NOT(sched_setscheduler(own, SCHED_OTHER, &none) != 0);
    MUST_NOT(sched_setparam(own, &none) != 0);
    MUST_NOT(sched_setscheduler(own, SCHED_FIFO, &(struct sched_param){.sched_priority = 1}) == 0);
    MUST_NOT(sched_setscheduler(own, SCHED_IDLE, &none) == 0);
    return 0;
}
