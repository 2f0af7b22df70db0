/* Becomes another program, which ends. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    execl("/program/exit_code", "x", (char *)0);
    return 0;
}
