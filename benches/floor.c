/* The floor that a run is measured against: for each line read, starts the program named by the
   first argument by posix_spawn, waits for it, and prints the nanoseconds that took. */
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

int main(int argc, char **argv) {
    char line[16], *none[] = {0};
    while (argc > 1 && fgets(line, sizeof line, stdin)) {
        struct timespec begin, end;
        pid_t pid;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        if (posix_spawn(&pid, argv[1], 0, 0, argv + 1, none)) return 1;
        waitpid(pid, 0, 0);
        clock_gettime(CLOCK_MONOTONIC, &end);
        printf("%lld\n", (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec);
        fflush(stdout);
    }
    return 0;
}
