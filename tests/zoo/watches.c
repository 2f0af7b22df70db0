/* Memory of the kernel: one file, watched for by many under many numbers; beside so many MiB of its own. */
#include "zoo.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(int argc, char **argv) {
    long count = number(argc, argv, 1, 50000);
    size_t own = (size_t)number(argc, argv, 2, 0) << 20;
    char *held = malloc(own + 1);
    MUST(held);
    memset(held, 1, own + 1);
    int file = eventfd(0, 0), watcher = -1;
    for (long i = 0; i < count; i++) {
        int number = 100 + i % 800;
        if (number == 100) MUST((watcher = epoll_create1(0)) >= 0);
        MUST(dup2(file, number) == number);
        struct epoll_event event = {EPOLLIN};
        MUST(epoll_ctl(watcher, EPOLL_CTL_ADD, number, &event) == 0);
    }
    usleep(100000);
    return 0;
}
