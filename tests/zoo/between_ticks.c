/* Spends its time between the ticks of the clock, where sampling sees nothing. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (;;) {
        /* Woken by the tick; done well before the next one. */
        struct timespec pause = {0, 1}, start, now;
        nanosleep(&pause, 0);
        clock_gettime(CLOCK_MONOTONIC, &start);
        do clock_gettime(CLOCK_MONOTONIC, &now);
        while ((now.tv_sec - start.tv_sec) * 1000000000L + now.tv_nsec - start.tv_nsec < 1500000);
    }
}
