/* Takes a name for a socket that no file has; so must the next run be able to. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    struct sockaddr_un name = {AF_UNIX, "\0jury"};
    MUST(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name, sizeof name) == 0);
    if (fork() == 0) { setsid(); pause(); }
    return 0;
}
