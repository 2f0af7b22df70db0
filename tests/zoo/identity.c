/* Is nobody special, and cannot become so. */
#include "zoo.h"
#include <grp.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST(getpid() > 1);
    MUST(getuid() != 0 && geteuid() != 0 && getgid() != 0);
    MUST_NOT(setuid(0) == 0);
    MUST_NOT(setgid(0) == 0);
    gid_t none[1] = {0};
    MUST_NOT(setgroups(1, none) == 0);
    MUST(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1);
    for (int i = 0; i < 41; i++) MUST_NOT(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, i, 0, 0) == 0);
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    unsigned long caps;
    while (fgets(line, sizeof line, status))
        if (sscanf(line, "CapEff: %lx", &caps) == 1 || sscanf(line, "CapPrm: %lx", &caps) == 1 || sscanf(line, "CapInh: %lx", &caps) == 1) MUST(caps == 0);
    return 0;
}
