#include <stdio.h>

int main(void) {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    for (int a = 0; a * a <= n; a++)
        for (int b = 0; a * a + b * b <= n; b++)
            for (int c = 0; a * a + b * b + c * c <= n; c++) {
                int rest = n - a * a - b * b - c * c, d = 0;
                while (d * d < rest) d++;
                if (d * d == rest) return printf("4\n%d %d %d %d\n", a, b, c, d) < 0;
            }
    return 1;
}
