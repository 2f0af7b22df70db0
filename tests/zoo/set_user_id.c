/* Runs programs that would make it the administrator. */
#include "zoo.h"
#include <sys/statvfs.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct statvfs state;
    MUST(statvfs("/usr", &state) == 0 && state.f_flag & ST_NOSUID && state.f_flag & ST_RDONLY);
    MUST(statvfs("/box", &state) == 0 && state.f_flag & ST_NOSUID && state.f_flag & ST_NODEV);
    const char *tools[] = {"/usr/bin/su", "/usr/bin/mount", "/usr/bin/passwd", "/usr/bin/newgrp", "/bin/su"};
    for (int i = 0; i < 5; i++) {
        int pid = fork();
        if (pid == 0) {
            for (int s = 0; s < 3; s++) close(s);
            execl(tools[i], tools[i], "-c", "cat /etc/shadow", (char *)0);
            _exit(1);
        }
        int status;
        waitpid(pid, &status, 0);
        MUST_NOT(WIFEXITED(status) && WEXITSTATUS(status) == 0 && i != 1);
    }
    return 0;
}
