/* Thousands of nested directories. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 0; i < 3000; i++) {
        MUST(mkdir("d", 0700) == 0);
        MUST(chdir("d") == 0);
    }
    return 0;
}
