/* Ends with a code of its own. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    return 42;
}
