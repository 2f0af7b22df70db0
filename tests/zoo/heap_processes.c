/* Several processes, each below the limit, which hold what they have until all have it; with a second
   argument, such as let nobody of their own user look into them. */
#include "zoo.h"
int main(int argc, char **argv) {
    if (argc > 2) MUST(prctl(PR_SET_DUMPABLE, 0) == 0);
    int ready[2], over[2];
    char byte;
    MUST(pipe(ready) == 0 && pipe(over) == 0);
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            close(over[1]);
            touch((size_t)number(argc, argv, 1, 30) << 20);
            write(ready[1], "x", 1);
            read(over[0], &byte, 1);
            _exit(0);
        }
    for (int i = 0; i < 3; i++) MUST(read(ready[0], &byte, 1) == 1);
    usleep(300000);
    close(over[1]);
    for (int i = 0; i < 3; i++) wait(0);
    return 0;
}
