/* Looks through all processes, again and again, while others come and go. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    if (fork() == 0) for (int i = 0; i < 300; i++) { int pid = fork(); if (pid == 0) _exit(0); if (pid < 0) _exit(0); waitpid(pid, 0, 0); }
    else for (int i = 0; i < 100; i++) {
        DIR *processes = opendir("/proc");
        struct dirent *entry;
        while ((entry = readdir(processes))) MUST_NOT(strcmp(entry->d_name, "1") == 0);
        closedir(processes);
    }
    return 0;
}
