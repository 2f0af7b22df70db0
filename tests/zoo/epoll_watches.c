/* Processes with as many watches as descriptors allow, each one of which the kernel takes away apart. */
#include "zoo.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>
int main(int argc, char **argv) {
    for (long left = number(argc, argv, 1, 15); left > 0; left--)
        if (fork() == 0) {
            int watched[300];
            for (int i = 0; i < 300; i++) watched[i] = eventfd(0, 0);
            for (int polls = 0; polls < 200; polls++) {
                int poll = epoll_create1(0);
                for (int i = 0; i < 300; i++) {
                    struct epoll_event event = {1};
                    epoll_ctl(poll, EPOLL_CTL_ADD, watched[i], &event);
                }
            }
            for (;;);
        }
    for (;;) pause();
}
