/* Sets every timer that there is, and ignores or catches what they send. */
#include "zoo.h"
static void again(int signal) { (void)signal; }
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    signal(SIGALRM, SIG_IGN);
    signal(SIGVTALRM, again);
    signal(SIGPROF, again);
    signal(SIGXCPU, SIG_IGN);
    struct itimerval often = {{0, 1000}, {0, 1000}};
    setitimer(ITIMER_REAL, &often, 0);
    setitimer(ITIMER_VIRTUAL, &often, 0);
    setitimer(ITIMER_PROF, &often, 0);
    for (int i = 0; i < 2000; i++) { timer_t timer; if (timer_create(CLOCK_PROCESS_CPUTIME_ID, 0, &timer)) break; }
    for (;;) continue;
}
