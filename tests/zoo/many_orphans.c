/* More short orphans, one after the other, than may live at once. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 0; i < 300; i++) {
        int ends[2];
        char byte;
        MUST(pipe(ends) == 0);
        int pid = fork();
        MUST(pid >= 0);
        if (pid == 0) {
            int orphan;
            /* The ended ones must be taken in, sooner or later. */
            while ((orphan = fork()) < 0) usleep(1000);
            if (orphan == 0) _exit(0);
            _exit(0);
        }
        int status;
        close(ends[1]);
        waitpid(pid, &status, 0);
        MUST(status == 0);
        MUST(read(ends[0], &byte, 1) == 0);
        close(ends[0]);
    }
    return 0;
}
