/* Never ends. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (volatile long i = 0;; i++);
}
