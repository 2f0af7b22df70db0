/* Ends while a child of it is stopped. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int pid = fork();
    if (pid == 0) { raise(SIGSTOP); _exit(0); }
    waitpid(pid, 0, WUNTRACED);
    return 6;
}
