/* Its number tells nothing of earlier runs in the same place; then makes many more. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST(getpid() < 10);
    for (int i = 0; i < 300; i++) {
        pid_t child = fork();
        if (child == 0) _exit(0);
        if (child > 0) waitpid(child, 0, 0);
    }
    return 0;
}
