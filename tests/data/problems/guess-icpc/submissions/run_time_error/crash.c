#include <stdio.h>
#include <stdlib.h>

int main(void) {
    puts("512");
    fflush(stdout);
    abort();
}
