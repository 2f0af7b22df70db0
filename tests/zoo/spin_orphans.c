/* CPU time in orphans, which nobody waits for but the first process. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            if (fork() == 0) { burn(150); _exit(0); }
            _exit(0);
        }
    for (int i = 0; i < 3; i++) wait(0);
    sleep(60);
    return 0;
}
