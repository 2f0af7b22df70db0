/* As many processes as it can have at once. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int count = 1;
    while (count < 1000) {
        int pid = fork();
        if (pid == 0) { pause(); _exit(0); }
        if (pid < 0) break;
        count++;
    }
    printf("%d\n", count);
    return 0;
}
