/* So many processes with as many maps as the kernel allows: little memory of their own, and seconds of
   the kernel's work to take them away. */
#include "zoo.h"
int main(int argc, char **argv) {
    for (long left = number(argc, argv, 1, 15); left > 0; left--)
        if (fork() == 0) {
            /* Neighbours that differ are not joined. */
            for (int i = 0; mmap(0, 4096, i & 1 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; i++);
            for (;;);
        }
    for (;;) pause();
}
