/* Opens its input anew to write into it. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int file = open("/proc/self/fd/0", O_RDWR);
    if (file >= 0) MUST_NOT(write(file, "evil", 4) > 0);
    MUST_NOT(write(0, "evil", 4) > 0);
    MUST_NOT(ftruncate(0, 0) == 0);
    fchmod(0, 0777);
    struct timespec times[2] = {{1, 0}, {1, 0}};
    futimens(0, times);
    char text[64];
    MUST(read(0, text, sizeof text) == 6 && memcmp(text, "input\n", 6) == 0);
    return 0;
}
