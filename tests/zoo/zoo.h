/* What the zoo's programs have in common. A program that tries what must not work ends with 0 when
   every try failed, and else with the number of the line that got through (modulo 250, plus 1). */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define MUST(x) do { if (!(x)) { fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #x, strerror(errno)); exit(__LINE__ % 250 + 1); } } while (0)
#define MUST_NOT(x) MUST(!(x))

/* Spends CPU time by this thread's own clock. */
static inline void burn(long milliseconds) {
    struct timespec now;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < milliseconds);
}
static inline char *touch(size_t bytes) {
    char *memory = malloc(bytes);
    if (memory) for (size_t i = 0; i < bytes; i += 4096) ((volatile char *)memory)[i] = 1;
    return memory;
}
static inline long number(int argc, char **argv, int index, long otherwise) {
    return argc > index ? atol(argv[index]) : otherwise;
}
