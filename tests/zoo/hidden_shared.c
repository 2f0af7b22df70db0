/* Holds shared memory that no process maps any more or that none counts as its own: pages of it that
   were given up stay with the object. Anonymous, or `zero` as the device gives it; alone, or in so many
   processes. */
#include "zoo.h"
static void hold(const char *what) {
    size_t piece = 8 << 20;
    for (int i = 0; i < 32; i++) {
        int file = strcmp(what, "zero") ? -1 : open("/dev/zero", O_RDWR);
        if (file < 0 && !strcmp(what, "zero")) {
            char byte = 1;
            MUST(read(open(what = "/dev/zero", O_RDONLY), &byte, 1) == 1 && byte == 0);
            exit(0);
        }
        char *memory = mmap(0, piece, PROT_READ | PROT_WRITE, MAP_SHARED | (file < 0 ? MAP_ANONYMOUS : 0), file, 0);
        MUST(memory != MAP_FAILED);
        for (size_t at = 0; at < piece; at += 1 << 20) {
            for (size_t i = at; i < at + (1 << 20); i += 4096) (void)((volatile char *)memory)[i];
            madvise(memory + at, 1 << 20, MADV_DONTNEED);
        }
        /* One page of the mapping keeps the whole object. */
        munmap(memory + 4096, piece - 4096);
        close(file);
    }
}
int main(int argc, char **argv) {
    long processes = number(argc, argv, 2, 1);
    for (long i = 1; i < processes; i++) if (fork() == 0) break;
    hold(argv[1]);
    usleep(300000);
    return 0;
}
