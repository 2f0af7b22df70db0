/* Opens its input anew to write into it, and asks for its name. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int how = 0; how < 3; how++) {
        int file = open("/proc/self/fd/0", (int[]){O_RDWR, O_WRONLY, O_RDWR | O_TRUNC}[how]);
        if (file >= 0) {
            MUST_NOT(write(file, "evil", 4) > 0);
            MUST_NOT(ftruncate(file, 0) == 0);
            MUST(mmap(0, 4096, PROT_WRITE, MAP_SHARED, file, 0) == MAP_FAILED);
        }
    }
    MUST_NOT(write(0, "evil", 4) > 0);
    MUST_NOT(ftruncate(0, 0) == 0);
    MUST_NOT(fsetxattr(0, "user.evil", "x", 1, 0) == 0);
    fchmod(0, 0777);
    struct timespec times[2] = {{1, 0}, {1, 0}};
    futimens(0, times);
    char text[6];
    MUST(read(0, text, sizeof text) == 6 && memcmp(text, "input\n", 6) == 0);
    char name[4096] = "";
    MUST(readlink("/proc/self/fd/0", name, sizeof name - 1) > 0);
    MUST(!strcmp(name, "/") || !strncmp(name, "/memfd:", 7));
    return 0;
}
