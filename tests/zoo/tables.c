/* Memory of the kernel: a long table of what is watched for, read by many at once, none to its end. */
#include "zoo.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(int argc, char **argv) {
    int file = eventfd(0, 0), watcher = epoll_create1(0);
    char path[64], byte;
    for (int number = 300; number < 1000; number++) {
        MUST(dup2(file, number) == number);
        struct epoll_event event = {EPOLLIN};
        MUST(epoll_ctl(watcher, EPOLL_CTL_ADD, number, &event) == 0);
        close(number);
    }
    for (int i = 0; i < 6; i++) {
        int other = eventfd(0, 0);
        for (int number = 300; number < 1000; number++) {
            MUST(dup2(other, number) == number);
            struct epoll_event event = {EPOLLIN};
            MUST(epoll_ctl(watcher, EPOLL_CTL_ADD, number, &event) == 0);
            close(number);
        }
    }
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", watcher);
    for (int i = 0; i < 200; i++) {
        int table = open(path, O_RDONLY);
        MUST(table >= 0 && read(table, &byte, 1) == 1);
    }
    usleep(300000);
    return 0;
}
