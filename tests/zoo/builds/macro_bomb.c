#define A(x) x x x x x x x x
#define B(x) A(A(A(x)))
#define C(x) B(B(B(x)))
char text[] = C(C("ha"));
int main(void) { return 0; }
