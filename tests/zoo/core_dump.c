/* Dumps core. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    prctl(PR_SET_DUMPABLE, 1);
    int pid = fork(), status;
    if (pid == 0) abort();
    MUST(waitpid(pid, &status, 0) == pid && WTERMSIG(status) == SIGABRT);
    MUST_NOT(WCOREDUMP(status));
    MUST_NOT(access("core", F_OK) == 0);
    return 0;
}
