// Wrong: prints squares without an end.
#include <cstdio>

int main() {
    for (;;) puts("0 1");
}
