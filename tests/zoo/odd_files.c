/* Links, pipes and sockets in the box. */
#include "zoo.h"
#include <sys/sysmacros.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST(symlink("/etc/passwd", "link") == 0);
    MUST(symlink("link2", "link2") == 0);
    MUST(mkfifo("fifo", 0600) == 0);
    MUST_NOT(mknod("device", S_IFBLK | 0600, makedev(254, 0)) == 0);
    MUST_NOT(link("/program/clean", "hard") == 0);
    struct sockaddr_un name = {AF_UNIX, "socket"};
    MUST(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name, sizeof name) == 0);
    MUST(chmod("fifo", 0) == 0);
    return 0;
}
