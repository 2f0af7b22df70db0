/* Takes in orphans itself, and leaves them alone. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, 0);
    if (fork() == 0) { for (int i = 0; i < 5; i++) if (fork() == 0) { setsid(); sleep(100); } _exit(0); }
    wait(0);
    return 10;
}
