/* As many threads as it can have at once. */
#include "zoo.h"
static void *rest(void *nothing) { pause(); return nothing; }
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    int count = 1;
    pthread_t thread;
    while (count < 1000 && pthread_create(&thread, 0, rest, 0) == 0) count++;
    printf("%d\n", count);
    return 0;
}
