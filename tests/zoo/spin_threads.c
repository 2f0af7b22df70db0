/* Four threads that never end. */
#include "zoo.h"
static void *spin(void *nothing) { for (volatile long i = 0;; i++); return nothing; }
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    pthread_t thread;
    for (int i = 0; i < 3; i++) pthread_create(&thread, 0, spin, 0);
    spin(0);
    return 0;
}
