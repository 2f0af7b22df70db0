/* Kills its own process group. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    kill(0, SIGKILL);
    usleep(100000);
    return 0;
}
