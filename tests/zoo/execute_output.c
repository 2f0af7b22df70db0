/* Writes a program and runs it: from the box, from a pipe, by its descriptor. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    char *words[] = {"x", 0};
    const char *script = "#!/bin/sh\nexit 0\n";
    int file = open("script", O_CREAT | O_RDWR, 0755);
    MUST(write(file, script, strlen(script)) > 0);
    close(file);
    MUST_NOT(execv("/box/script", words) == 0);
    file = open("script", O_RDONLY);
    MUST_NOT(syscall(SYS_execveat, file, "", words, 0, AT_EMPTY_PATH) == 0);
    void *code = mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    MUST(code == MAP_FAILED && errno == EPERM);
    return 0;
}
