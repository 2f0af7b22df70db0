/* Opens what it must not: each argument. */
#include "zoo.h"
int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) MUST_NOT(open(argv[i], O_RDONLY | O_NONBLOCK) >= 0);
    return 0;
}
