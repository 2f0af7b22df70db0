/* System calls of the 32-bit interface. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    return 11;
#else
    raise(SIGSYS);
    return 0;
#endif
}
