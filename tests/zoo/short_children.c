/* Works in children that live for a millisecond and whose end nobody sees: their parent ignores it
   (`ignored`), wants no zombies (`unkept`), shares its memory with them (`vfork`), leaves them as
   orphans (`orphans`), or kills them (`killed`). For so many milliseconds, or for ever. */
#include "zoo.h"
static void work(void) { burn(1); }
int main(int argc, char **argv) {
    const char *how = argv[1];
    long count = number(argc, argv, 2, -1);
    if (!strcmp(how, "unkept")) {
        struct sigaction action = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
        MUST(sigaction(SIGCHLD, &action, 0) == 0);
    } else {
        signal(SIGCHLD, SIG_IGN);
    }
    for (; count != 0; count--) {
        pid_t child = !strcmp(how, "vfork") ? vfork() : fork();
        if (child == 0) {
            if (!strcmp(how, "orphans") && fork() != 0) _exit(0);
            work();
            if (!strcmp(how, "killed")) kill(getpid(), SIGKILL);
            _exit(0);
        }
        wait(0);
    }
    /* Orphans may still be at work. */
    usleep(50000);
    return 0;
}
