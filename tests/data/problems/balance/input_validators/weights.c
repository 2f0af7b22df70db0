#include <stdio.h>

int main(void) {
    int count, weight;
    if (scanf("%d", &count) != 1 || count < 1 || count > 20) {
        fprintf(stderr, "line 1: expected 1 to 20 weights\n");
        return 43;
    }
    while (count-- > 0)
        if (scanf("%d", &weight) != 1 || weight < 1) {
            fprintf(stderr, "line 2: expected a weight above 0\n");
            return 43;
        }
    return 42;
}
