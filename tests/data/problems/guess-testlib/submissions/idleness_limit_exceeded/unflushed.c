#include <stdio.h>

int main(void) {
    char answer[8];
    printf("%d\n", 500);
    return scanf("%7s", answer) != 1;
}
