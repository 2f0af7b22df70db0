/* Asks to be asked about its own system calls: its answer would come before the tracer sees them. */
#include "zoo.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct sock_filter code[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, 0},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_mmap},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_USER_NOTIF},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
    };
    struct sock_fprog program = {4, code};
    MUST_NOT(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program) >= 0);
    return 0;
}
