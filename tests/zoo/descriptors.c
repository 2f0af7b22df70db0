/* Has three descriptors and no more, and may not open thousands. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 3; i < 4096; i++) MUST_NOT(fcntl(i, F_GETFD) >= 0);
    struct rlimit limit;
    MUST(getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max == 0);
    int count = 0;
    while (dup(0) >= 0) count++;
    MUST(count < 4096);
    return 0;
}
