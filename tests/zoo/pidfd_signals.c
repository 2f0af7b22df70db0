/* Signals the slot through descriptors of processes. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    const int pids[] = {1, getppid()};
    for (int i = 0; i < 2; i++) {
        int process = syscall(SYS_pidfd_open, pids[i], 0);
        if (process >= 0) syscall(SYS_pidfd_send_signal, process, SIGKILL, 0, 0);
        if (process >= 0) syscall(SYS_pidfd_send_signal, process, SIGSTOP, 0, 0);
        if (process >= 0) MUST_NOT(syscall(SYS_pidfd_getfd, process, 3, 0) >= 0);
    }
    return 16;
}
