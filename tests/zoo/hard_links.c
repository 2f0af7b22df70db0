/* Gives one file thousands of names, and foreign files a name of its own. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    char name[32];
    MUST(close(open("one", O_CREAT | O_WRONLY, 0600)) == 0);
    for (int i = 0; i < 20000; i++) {
        snprintf(name, sizeof name, "link%d", i);
        if (link("one", name)) { MUST(errno == ENOSPC || errno == EMLINK); break; }
    }
    MUST_NOT(link("/usr/bin/env", "env") == 0);
    MUST_NOT(link("/proc/self/exe", "self") == 0);
    MUST_NOT(linkat(AT_FDCWD, "/proc/self/fd/0", AT_FDCWD, "input", AT_SYMLINK_FOLLOW) == 0);
    return 0;
}
