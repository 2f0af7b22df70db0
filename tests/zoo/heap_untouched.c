/* Asks for much memory and does not use it. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST(malloc((size_t)900 << 20));
    return 0;
}
