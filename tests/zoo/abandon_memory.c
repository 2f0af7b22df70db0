/* Fills the box and keeps it mapped in a process left behind. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int file = open("f", O_CREAT | O_RDWR, 0600);
    MUST(ftruncate(file, 4 << 20) == 0);
    char *memory = mmap(0, 4 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    memset(memory, 1, 4 << 20);
    if (fork() == 0) { setsid(); sleep(100); }
    return 0;
}
