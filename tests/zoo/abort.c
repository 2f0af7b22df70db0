/* Aborts. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    abort();
}
