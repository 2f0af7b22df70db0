/* Asks for more shared memory than there is, is refused, and goes on. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(mmap(0, 1UL << 50, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED);
    char *memory = mmap(0, 8 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    MUST(memory != MAP_FAILED);
    memset(memory, 1, 8 << 20);
    usleep(50000);
    raise(SIGCONT);
    return 0;
}
