/* Installs a filter of its own that refuses everything but its end. */
#include "zoo.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct sock_filter rules[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, 0},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_exit_group},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | 1}};
    struct sock_fprog program = {4, rules};
    MUST(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0);
    _exit(14);
}
