#include <stdio.h>

int main(void) {
    puts("five hundred");
}
