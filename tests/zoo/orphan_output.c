/* Leaves a process behind that keeps standard output open. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    if (fork() == 0) { setsid(); sleep(100); }
    puts("done");
    return 0;
}
