/* Does what only an administrator does. */
#include "zoo.h"
#include <sys/reboot.h>
#include <sys/swap.h>
#include <sys/sysmacros.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    /* A command that does nothing even where it is allowed. */
    MUST_NOT(reboot(RB_DISABLE_CAD) == 0);
    MUST_NOT(swapon("/box/none", 0) == 0 || errno != EPERM);
    MUST_NOT(syscall(SYS_init_module, 0, 0, "") == 0 || errno == EFAULT);
    MUST_NOT(syscall(SYS_delete_module, "none", 0) == 0 || errno == ENOENT);
    MUST_NOT(mknod("memory", S_IFCHR | 0600, makedev(1, 1)) == 0);
    MUST_NOT(syscall(SYS_acct, "/box/acct") == 0);
    MUST_NOT(syscall(SYS_vhangup) == 0);
#ifdef __x86_64__
    MUST_NOT(syscall(SYS_iopl, 3) == 0);
    MUST_NOT(syscall(SYS_ioperm, 0x80, 1, 1) == 0);
#endif
    return 0;
}
