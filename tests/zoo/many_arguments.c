/* Runs itself with very many arguments. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    if (argc > 2) return 13;
    char **words = calloc(60002, sizeof *words);
    for (int i = 0; i < 60000; i++) words[i] = "0123456789";
    execv("/proc/self/exe", words);
    return 0;
}
