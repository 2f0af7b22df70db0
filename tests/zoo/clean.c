/* Sees nothing of earlier runs: an empty box, no other process, no shared memory. */
#include "zoo.h"
#include <sys/personality.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int count = 0;
    struct dirent *entry;
    DIR *box = opendir("/box");
    while ((entry = readdir(box))) count++;
    MUST(count == 2);
    struct stat state;
    MUST(stat("/box", &state) == 0);
    MUST((state.st_mode & 07777) == 01777);
    char names[256];
    MUST(listxattr("/box", names, sizeof names) <= 0);
    DIR *processes = opendir("/proc");
    int others = 0;
    while ((entry = readdir(processes)))
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9' && atoi(entry->d_name) != getpid()) others++;
    MUST(others == 0);
    MUST((umask(0) & 0777) == 022);
    cpu_set_t cores;
    MUST(sched_getaffinity(0, sizeof cores, &cores) == 0);
    MUST(CPU_COUNT(&cores) >= number(argc, argv, 1, 1));
    MUST(getpriority(PRIO_PROCESS, 0) == number(argc, argv, 2, 0));
    MUST(personality(0xffffffff) == 0);
    struct itimerval timer;
    MUST(getitimer(ITIMER_REAL, &timer) == 0 && timer.it_value.tv_sec == 0);
    puts("clean");
    return 0;
}
