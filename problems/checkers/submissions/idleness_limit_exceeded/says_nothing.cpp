// Wrong: reads the position and then waits for what nobody sends, without an answer.
#include <cstdio>
#include <unistd.h>

int main() {
    while (getchar() != EOF) {
    }
    int ends[2];
    if (pipe(ends) == 0) {
        char byte;
        return static_cast<int>(read(ends[0], &byte, 1));
    }
}
