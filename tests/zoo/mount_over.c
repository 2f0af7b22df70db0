/* Takes its box away. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(rmdir("/box") == 0);
    MUST_NOT(rename("/box", "/other") == 0);
    MUST_NOT(symlink("/etc", "/box2") == 0);
    return 0;
}
