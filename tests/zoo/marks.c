/* Marks on the box itself rather than in it. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    mkdir("x", 0700);
    rmdir("x");
    chmod("/box", 0700);
    setxattr("/box", "user.mark", "1", 1, 0);
    utimes("/box", 0);
    return 0;
}
