/* Fills the box with names. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    char name[32];
    int i;
    for (i = 0; i < 200000; i++) {
        snprintf(name, sizeof name, "f%d", i);
        if (mkdir(name, 0700)) break;
    }
    MUST(i < 200000);
    return 0;
}
