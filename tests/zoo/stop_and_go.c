/* Stops itself, and is woken by a child now and then, so that it never looks stopped for long. */
#include "zoo.h"
#include <sys/timerfd.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int main_pid = getpid();
    if (fork() == 0) {
        int timer = timerfd_create(CLOCK_MONOTONIC, 0);
        struct itimerspec often = {{0, 5000000}, {0, 5000000}};
        timerfd_settime(timer, 0, &often, 0);
        for (uint64_t ticks; read(timer, &ticks, sizeof ticks) > 0;) kill(main_pid, SIGCONT);
    }
    for (;;) raise(SIGSTOP);
}
