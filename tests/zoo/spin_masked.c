/* Ignores every signal that can be ignored, and never ends. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    for (volatile long i = 0;; i++);
}
