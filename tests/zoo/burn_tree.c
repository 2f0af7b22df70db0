/* Spends CPU time in two other processes or threads, 150 ms in each: children, orphans, children
   whose end their parent ignores, or threads. Ends when they have. */
#include "zoo.h"
static void work(void) { burn(150); usleep(100000); }
static void *thread(void *nothing) { work(); return nothing; }
static void children(void) {
    for (int i = 0; i < 2; i++) if (fork() == 0) { work(); _exit(0); }
    while (wait(0) > 0);
}
static void orphans(void) {
    int ends[2];
    char byte;
    MUST(pipe(ends) == 0);
    for (int i = 0; i < 2; i++)
        if (fork() == 0) { if (fork() == 0) work(); _exit(0); }
    while (wait(0) > 0);
    /* Nobody can wait for an orphan, but all of them hold the other end. */
    close(ends[1]);
    MUST(read(ends[0], &byte, 1) == 0);
    /* And it ends a moment after it has let go of that. */
    usleep(20000);
}
static void threads(void) {
    pthread_t all[2];
    for (int i = 0; i < 2; i++) MUST(pthread_create(all + i, 0, thread, 0) == 0);
    for (int i = 0; i < 2; i++) pthread_join(all[i], 0);
}
int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    if (!strcmp(how, "unwaited")) signal(SIGCHLD, SIG_IGN);
    if (!strcmp(how, "orphans")) orphans();
    else if (!strcmp(how, "threads")) threads();
    else children();
    return 0;
}
