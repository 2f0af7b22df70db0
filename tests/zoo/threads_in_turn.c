/* Far more threads than it may have at a time, but one after another. */
#include "zoo.h"
static void *nothing(void *argument) { return argument; }
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 0; i < 3000; i++) {
        pthread_t thread;
        MUST(pthread_create(&thread, 0, nothing, 0) == 0);
        pthread_join(thread, 0);
    }
    return 0;
}
