#include <stdio.h>

int main(void) {
    int sum;
    scanf("%d", &sum);
    printf("1 %d\n", sum - 1);
}
