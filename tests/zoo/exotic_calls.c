/* Objects of the kernel that no namespace covers. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(syscall(SYS_add_key, "user", "x", "y", 1, -3) >= 0);
    MUST_NOT(syscall(SYS_keyctl, 0, -3, 1) >= 0);
    MUST_NOT(syscall(SYS_bpf, 0, 0, 0) >= 0 || errno == EFAULT || errno == EINVAL);
    MUST_NOT(syscall(SYS_perf_event_open, 0, 0, -1, -1, 0) >= 0 || errno == EFAULT);
    MUST_NOT(syscall(SYS_io_uring_setup, 1, 0) >= 0 || errno == EFAULT);
    MUST_NOT(syscall(SYS_userfaultfd, 0) >= 0);
    MUST_NOT(syscall(SYS_shmget, 0, 4096, 0600) >= 0);
    MUST_NOT(syscall(SYS_semget, 0, 1, 0600) >= 0);
    MUST_NOT(syscall(SYS_msgget, 0, 0600) >= 0);
    MUST_NOT(syscall(SYS_mq_open, "x", O_CREAT | O_RDWR, 0600, 0) >= 0);
    MUST_NOT(syscall(SYS_inotify_init1, 0) >= 0);
    MUST_NOT(syscall(SYS_fanotify_init, 0, 0) >= 0);
    MUST_NOT(syscall(SYS_syslog, 3, 0, 0) >= 0);
    MUST_NOT(syscall(447, 0) >= 0);
    MUST_NOT(syscall(SYS_name_to_handle_at, 0, "/", 0, 0, 0) >= 0 || errno == EFAULT);
    unsigned long context = 0;
    MUST_NOT(syscall(SYS_io_setup, 65536, &context) == 0);
    MUST_NOT(setxattr(".", "user.x", "y", 1, 0) == 0 || errno != EOPNOTSUPP);
    /* What answers calls in place of the tracer; filters of the machine's; what tells mounts. */
    MUST_NOT(syscall(SYS_seccomp, 1, 8, "") >= 0 || errno == EFAULT);
    int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
    MUST_NOT(setsockopt(socket_, SOL_SOCKET, 26, "", 0) == 0 || errno != ENOPROTOOPT);
    MUST_NOT(syscall(457, 0, 0, 0, 0) >= 0 || errno != ENOSYS);
    MUST_NOT(syscall(458, 0, 0, 0, 0) >= 0 || errno != ENOSYS);
    MUST_NOT(syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 0) >= 0);
    pid_t child = syscall(SYS_clone, SIGCHLD | CLONE_UNTRACED, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    MUST_NOT(child > 0);
    return 0;
}
