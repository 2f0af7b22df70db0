/* Kills all that it may. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    kill(-1, SIGKILL);
    return 7;
}
