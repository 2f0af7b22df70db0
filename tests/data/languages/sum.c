/* Adds two numbers; needs the mathematics library to link. */
#include <math.h>
#include <stdio.h>

int main(void) {
    double a, b;
    if (scanf("%lf %lf", &a, &b) != 2) return 1;
    printf("%.0f\n", floor(a + b));
    return 0;
}
