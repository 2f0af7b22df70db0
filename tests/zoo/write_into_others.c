/* Writes into the memory of the slot, of a sibling and of itself by other ways. */
#include "zoo.h"
#include <sys/uio.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static int mine = 1;
    int other = 2;
    struct iovec from = {&other, sizeof other}, to = {&mine, sizeof mine};
    MUST_NOT(process_vm_writev(1, &from, 1, &to, 1, 0) > 0);
    int sibling = fork();
    if (sibling == 0) { pause(); _exit(0); }
    MUST_NOT(process_vm_writev(sibling, &from, 1, &to, 1, 0) > 0);
    MUST_NOT(ptrace(PTRACE_SEIZE, sibling, 0, 0) == 0);
    MUST_NOT(ptrace(PTRACE_TRACEME, 0, 0, 0) == 0);
    MUST_NOT(open("/proc/1/mem", O_RDWR) >= 0);
    MUST_NOT(open("/proc/1/clear_refs", O_WRONLY) >= 0);
    MUST_NOT(open("/proc/self/oom_score_adj", O_WRONLY) >= 0);
    MUST_NOT(open("/proc/self/uid_map", O_WRONLY) >= 0);
    return 0;
}
