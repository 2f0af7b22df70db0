/* Uses up process numbers. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 0; i < 1500; i++) {
        int pid = vfork();
        MUST(pid >= 0);
        if (pid == 0) _exit(0);
        waitpid(pid, 0, 0);
    }
    return 0;
}
