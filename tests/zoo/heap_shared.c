/* Shared anonymous memory over the limit. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    size_t size = (size_t)300 << 20;
    char *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    MUST(memory != MAP_FAILED);
    for (size_t i = 0; i < size; i += 4096) memory[i] = 1;
    return 0;
}
