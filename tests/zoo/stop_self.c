/* Stops itself. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    raise(SIGSTOP);
    return 0;
}
