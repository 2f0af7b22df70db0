#include <stdio.h>

/* The greatest square each time. */
int main(void) {
    int n, roots[64], count = 0;
    if (scanf("%d", &n) != 1) return 1;
    while (n > 0 && count < 64) {
        int root = 0;
        while ((root + 1) * (root + 1) <= n) root++;
        roots[count++] = root;
        n -= root * root;
    }
    /* Four zeros too many. */
    printf("%d\n", count + 4);
    for (int i = 0; i < count; i++) printf("%d ", roots[i]);
    printf("0 0 0 0\n");
}
