/* Memory of the kernel: many full pipes, in so many processes; with a second argument, such as let nobody
   of their own user look into them. */
#include "zoo.h"
int main(int argc, char **argv) {
    static char block[1 << 16];
    if (argc > 2) MUST(prctl(PR_SET_DUMPABLE, 0) == 0);
    long processes = number(argc, argv, 1, 1);
    for (long i = 1; i < processes; i++) if (fork() == 0) break;
    for (int i = 0; i < 400; i++) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK)) break;
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        while (write(ends[1], block, sizeof block) > 0);
    }
    if (processes > 1) sleep(1);
    return 0;
}
