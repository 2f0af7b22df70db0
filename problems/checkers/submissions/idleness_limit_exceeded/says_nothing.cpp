// Wrong: reads the position and then neither answers nor ends.
#include <cstdio>
#include <unistd.h>

int main() {
    while (getchar() != EOF) {
    }
    for (;;) pause();
}
