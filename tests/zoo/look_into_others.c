/* Looks into and traces other processes. */
#include "zoo.h"
#include <sys/uio.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(ptrace(PTRACE_ATTACH, 1, 0, 0) == 0);
    MUST_NOT(ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0);
    MUST_NOT(ptrace(PTRACE_SEIZE, 1, 0, 0) == 0);
    MUST_NOT(ptrace(PTRACE_TRACEME, 0, 0, 0) == 0);
    pid_t child = fork();
    if (child == 0) pause(), _exit(0);
    MUST_NOT(ptrace(PTRACE_ATTACH, child, 0, 0) == 0);
    MUST_NOT(ptrace(PTRACE_CONT, child, 0, 0) == 0);
    kill(child, SIGKILL);
    char byte;
    struct iovec here = {&byte, 1}, there = {main, 1};
    MUST_NOT(process_vm_readv(1, &here, 1, &there, 1, 0) == 1);
    MUST_NOT(open("/proc/1/mem", O_RDONLY) >= 0);
    MUST_NOT(open("/proc/1/maps", O_RDONLY) >= 0);
    MUST_NOT(opendir("/proc/1/fd") != 0);
    struct rlimit limit = {0, 0};
    MUST_NOT(prlimit(1, RLIMIT_NOFILE, &limit, 0) == 0);
    MUST_NOT(setpriority(PRIO_PROCESS, 1, 19) == 0);
    MUST_NOT(setpriority(PRIO_USER, 0, 19) == 0);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    MUST_NOT(sched_setaffinity(1, sizeof one, &one) == 0);
    struct sched_param idle = {0};
    MUST_NOT(sched_setscheduler(1, SCHED_IDLE, &idle) == 0);
    int pid = syscall(SYS_pidfd_open, 1, 0);
    if (pid >= 0) MUST_NOT(syscall(SYS_pidfd_getfd, pid, 0, 0) >= 0);
    return 0;
}
