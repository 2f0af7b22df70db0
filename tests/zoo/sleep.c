/* Does nothing for long. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    sleep(100);
    return 0;
}
