/* System calls of the x32 interface. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
#ifdef __x86_64__
    syscall(0x40000000 | 39);
    return 12;
#else
    raise(SIGSYS);
    return 0;
#endif
}
