/* Puts a byte of each page of a file into sockets, and cuts the file: the whole pages stay. */
#include "zoo.h"
#include <sys/socket.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    static char bytes[65536];
    memset(bytes, 7, sizeof bytes);
    int file = open("pages", O_RDWR | O_CREAT, 0600), ends[2];
    MUST(file >= 0 && pipe(ends) == 0);
    for (int pairs = 0; pairs < 15; pairs++) {
        int sockets[2];
        MUST(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets) == 0);
        for (int full = 0; !full;) {
            MUST(ftruncate(file, 0) == 0 && pwrite(file, bytes, sizeof bytes, 0) == sizeof bytes);
            int count = 0;
            for (int page = 0; page < 16; page++) {
                off_t at = page * 4096L;
                if (splice(file, &at, ends[1], 0, 1, 0) != 1) exit(errno == EINVAL ? 0 : 2);
                count++;
            }
            full = splice(ends[0], 0, sockets[0], 0, count, SPLICE_F_NONBLOCK) != count;
        }
        close(ends[0]); close(ends[1]);
        MUST(pipe(ends) == 0);
    }
    return 4;
}
