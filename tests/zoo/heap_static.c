/* Static memory over the limit. */
#include "zoo.h"
static volatile char memory[300 << 20];
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (size_t i = 0; i < sizeof memory; i += 4096) memory[i] = 1;
    return 0;
}
