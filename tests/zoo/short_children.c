/* Works in children that live for a millisecond and whose end nobody sees: their parent ignores it
   (`ignored`), wants no zombies (`unkept`), shares its memory with them (`vfork`), leaves them as
   orphans (`orphans`), or they are killed (`killed`). In so many, or for ever. */
#include "zoo.h"
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
        int ends[2];
        char byte;
        MUST(pipe(ends) == 0);
        pid_t child;
        /* Those before count until the slot has seen them end. */
        do child = !strcmp(how, "vfork") ? vfork() : fork();
        while (child < 0 && errno == EAGAIN);
        MUST(child >= 0);
        if (child == 0) {
            pid_t orphan = 0;
            if (!strcmp(how, "orphans"))
                do orphan = fork();
                while (orphan < 0 && errno == EAGAIN);
            if (orphan != 0) _exit(0);
            burn(1);
            if (!strcmp(how, "killed")) kill(getpid(), SIGKILL);
            _exit(0);
        }
        /* All who hold the other end have ended. */
        close(ends[1]);
        MUST(read(ends[0], &byte, 1) == 0);
        close(ends[0]);
    }
    return 0;
}
