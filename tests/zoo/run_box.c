/* Runs what it has written. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int from = open("/proc/self/exe", O_RDONLY), to = open("copy", O_CREAT | O_WRONLY, 0700);
    char block[4096];
    long length;
    while ((length = read(from, block, sizeof block)) > 0) MUST(write(to, block, length) == length);
    close(to);
    execl("./copy", "copy", (char *)0);
    MUST(errno == EACCES);
    return 0;
}
