/* Programs that spend a known amount of one thing: the first argument says which, the second how
   much. What was truly spent goes to standard output where the program alone can know it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long spent(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Volatile, or the compiler leaves out what nobody reads. */
static void touch(volatile char *memory, long bytes) {
    for (long i = 0; i < bytes; i += 4096) memory[i] = 1;
}

/* This many bytes through a descriptor. */
static int fill(int file, long bytes) {
    static char block[1 << 16];
    memset(block, 1, sizeof block);
    for (; bytes > 0; bytes -= sizeof block) if (write(file, block, sizeof block) < 0) return 1;
    return 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    long amount = argc > 2 ? atol(argv[2]) : 1, bytes = amount << 20;
    if (!strcmp(what, "burn")) {
        while (spent() < amount * 1000000LL);
        printf("%lld\n", spent());
        fflush(stdout);
        return 0;
    }
    if (!strcmp(what, "spin")) {
        for (long i = 1; i < amount; i++) if (fork() == 0) break;
        for (volatile long i = 0;; i++);
    }
    if (!strcmp(what, "sleep")) return sleep(amount);
    if (!strcmp(what, "heap")) { touch(malloc(bytes), bytes); return 0; }
    if (!strcmp(what, "pair")) {
        pid_t child = fork();
        touch(malloc(bytes), bytes);
        /* Long enough that both hold it at one time, and that a look cannot miss it. */
        usleep(50000);
        if (child) wait(0);
        return 0;
    }
    if (!strcmp(what, "shared")) {
        char *memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return 1;
        touch(memory, bytes);
        usleep(50000);
        return 0;
    }
    if (!strcmp(what, "memfd")) return fill(memfd_create("x", 0), bytes) || usleep(50000);
    if (!strcmp(what, "file"))
        return fill(open("x", O_CREAT | O_WRONLY, 0600), bytes) || usleep(50000);
    return 2;
}
