/* Everything that parents, children, threads and signals have to do with each other is as outside. */
#include "zoo.h"
#include <spawn.h>
static volatile sig_atomic_t caught;
static void handler(int signal) { caught++; }
static void *anew(void *path) { execl(path, path, "exit", NULL); return 0; }
static void *idle(void *nothing) { for (;;) pause(); }
static int status_of(pid_t child, int flags) {
    int status;
    MUST(waitpid(child, &status, flags) == child);
    return status;
}
static void stops(void) {
    /* It waits to be told: one that ended at once would have ended before we ask whether it went on. */
    int gate[2];
    MUST(pipe(gate) == 0);
    pid_t child = fork();
    if (child == 0) { char end; close(gate[1]); raise(SIGSTOP); _exit(read(gate[0], &end, 1) + 3); }
    int status = status_of(child, WUNTRACED);
    MUST(WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
    MUST(kill(child, SIGCONT) == 0);
    MUST(WIFCONTINUED(status_of(child, WCONTINUED)));
    MUST(close(gate[0]) == 0 && close(gate[1]) == 0);
    status = status_of(child, 0);
    MUST(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}
int main(int argc, char **argv) {
    if (argc > 1) return !strcmp(argv[1], "exit") ? 5 : 6;
    stops();
    /* Stopped, and killed so. */
    pid_t child = fork();
    if (child == 0) { raise(SIGSTOP); _exit(3); }
    MUST(WIFSTOPPED(status_of(child, WUNTRACED)));
    MUST(kill(child, SIGKILL) == 0);
    MUST(WTERMSIG(status_of(child, 0)) == SIGKILL);
    /* A handler, an ignored signal, and the default. */
    signal(SIGUSR1, handler);
    for (int i = 0; i < 100; i++) raise(SIGUSR1);
    MUST(caught == 100);
    signal(SIGUSR2, SIG_IGN);
    raise(SIGUSR2);
    child = fork();
    if (child == 0) { signal(SIGUSR2, SIG_DFL); raise(SIGUSR2); _exit(3); }
    MUST(WTERMSIG(status_of(child, 0)) == SIGUSR2);
    /* A sleep is not cut short by a signal that nobody cares for. */
    child = fork();
    if (child == 0) { usleep(20000); kill(getppid(), SIGUSR2); _exit(0); }
    struct timespec pause = {0, 100000000};
    MUST(nanosleep(&pause, 0) == 0);
    status_of(child, 0);
    /* vfork and posix_spawn, and a program that begins anew in a thread. */
    child = vfork();
    if (child == 0) _exit(4);
    MUST(WEXITSTATUS(status_of(child, 0)) == 4);
    char *words[] = {argv[0], "exit", NULL};
    MUST(posix_spawn(&child, argv[0], 0, 0, words, 0) == 0);
    MUST(WEXITSTATUS(status_of(child, 0)) == 5);
    child = fork();
    if (child == 0) {
        pthread_t one, other;
        pthread_create(&one, 0, idle, 0);
        pthread_create(&other, 0, anew, argv[0]);
        pthread_join(other, 0);
        _exit(3);
    }
    MUST(WEXITSTATUS(status_of(child, 0)) == 5);
    /* The first thread ends before the others do. */
    child = fork();
    if (child == 0) {
        pthread_t one;
        pthread_create(&one, 0, idle, 0);
        pthread_detach(one);
        pthread_kill(one, 0);
        if (fork() == 0) { usleep(20000); kill(getppid(), SIGTERM); _exit(0); }
        pthread_exit(0);
    }
    MUST(WTERMSIG(status_of(child, 0)) == SIGTERM);
    /* What ended is told by a signal, with who it was. */
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, 0);
    signal(SIGCHLD, handler);
    while (sigtimedwait(&set, 0, &(struct timespec){0, 0}) > 0);
    child = fork();
    if (child == 0) _exit(7);
    siginfo_t info;
    MUST(sigwaitinfo(&set, &info) == SIGCHLD && info.si_pid == child && info.si_status == 7);
    MUST(WEXITSTATUS(status_of(child, 0)) == 7);
    MUST_NOT(waitpid(-1, 0, WNOHANG) >= 0 || errno != ECHILD);
    return 0;
}
