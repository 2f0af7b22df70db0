/* Sets the clocks. */
#include "zoo.h"
#include <sys/timex.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct timespec now;
    struct timeval then = {0, 0};
    struct timex slow = {.modes = ADJ_FREQUENCY, .freq = 0};
    clock_gettime(CLOCK_REALTIME, &now);
    MUST_NOT(clock_settime(CLOCK_REALTIME, &now) == 0);
    MUST_NOT(settimeofday(&then, 0) == 0);
    MUST_NOT(adjtimex(&slow) >= 0);
    return 0;
}
