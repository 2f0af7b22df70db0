/* Needs little memory, but large tables of it: reads one page of many. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 0; i < 4; i++) {
        char *room = mmap(0, 1UL << 38, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED) return 0;
        madvise(room, 1UL << 38, MADV_NOHUGEPAGE);
        for (unsigned long at = 0; at < 1UL << 38; at += 1 << 21) ((volatile char *)room)[at];
    }
    sleep(1);
    return 0;
}
