/* Four processes that never end. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    fork(); fork();
    for (volatile long i = 0;; i++);
}
