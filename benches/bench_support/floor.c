/* The floor that runs are measured against. For each line read, starts the program named by the
   first argument by posix_spawn, waits for it, and prints the nanoseconds that took. With files as
   further arguments it does so once a file, with the file as standard input and the output read
   through a pipe, and prints the nanoseconds of all together. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int bare(char *program) {
    char *words[] = {program, 0}, *none[] = {0};
    pid_t pid;
    return posix_spawn(&pid, program, 0, 0, words, none) || waitpid(pid, 0, 0) < 0;
}

static int with_file(char *program, const char *name) {
    static char output[1 << 16];
    char *words[] = {program, 0}, *none[] = {0};
    int file = open(name, O_RDONLY | O_CLOEXEC), ends[2];
    pid_t pid;
    posix_spawn_file_actions_t actions;
    if (file < 0 || pipe2(ends, O_CLOEXEC) || posix_spawn_file_actions_init(&actions)) return 1;
    posix_spawn_file_actions_adddup2(&actions, file, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    if (posix_spawn(&pid, program, &actions, 0, words, none)) return 1;
    posix_spawn_file_actions_destroy(&actions);
    close(file);
    close(ends[1]);
    while (read(ends[0], output, sizeof output) > 0);
    close(ends[0]);
    return waitpid(pid, 0, 0) < 0;
}

int main(int argc, char **argv) {
    char line[16];
    while (argc > 1 && fgets(line, sizeof line, stdin)) {
        struct timespec begin, end;
        int failed = 0;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        if (argc == 2) failed = bare(argv[1]);
        for (int i = 2; i < argc; i++) failed |= with_file(argv[1], argv[i]);
        clock_gettime(CLOCK_MONOTONIC, &end);
        if (failed) return 1;
        printf("%lld\n", (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec);
        fflush(stdout);
    }
    return 0;
}
