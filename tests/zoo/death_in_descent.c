/* Dies while thousands of its descendants come and go, each an orphan of the last. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int first = getpid();
    for (int i = 0; i < 400; i++) {
        int pid = fork();
        if (pid < 0) { usleep(100); continue; }
        if (pid > 0 && getpid() == first && i > 3) abort();
        if (pid > 0 && getpid() != first) _exit(0);
    }
    pause();
    return 0;
}
