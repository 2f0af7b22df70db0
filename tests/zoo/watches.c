/* Memory of the kernel: one file, watched for by many under many numbers. */
#include "zoo.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(int argc, char **argv) {
    long count = number(argc, argv, 1, 50000);
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
