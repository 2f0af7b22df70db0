/* Hides memory in attributes of files. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static char value[60000];
    char name[64];
    long total = 0;
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "f%d", i / 20);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        if (file < 0) break;
        snprintf(name, sizeof name, "user.m%d", i % 20);
        if (fsetxattr(file, name, value, sizeof value, 0)) { close(file); break; }
        total += sizeof value;
        close(file);
    }
    printf("%ld\n", total);
    return 0;
}
