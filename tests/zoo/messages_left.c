/* Leaves semaphores, messages and shared memory for the next. */
#include "zoo.h"
#include <mqueue.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(semget(0x6a757279, 1, IPC_CREAT | 0666) >= 0);
    MUST_NOT(msgget(0x6a757279, IPC_CREAT | 0666) >= 0);
    MUST_NOT(shmget(0x6a757279, 4096, IPC_CREAT | 0666) >= 0);
    MUST_NOT(syscall(SYS_mq_open, "left", O_CREAT | O_RDWR, 0666, 0) >= 0);
    int shared = open("/dev/shm/left", O_CREAT | O_RDWR, 0666);
    MUST(shared >= 0 && write(shared, "x", 1) == 1);
    return 0;
}
