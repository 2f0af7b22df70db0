#include <stdio.h>

int main(void) {
    int sum;
    scanf("%d", &sum);
    printf("%d %d\n", sum / 2, sum / 2);
}
