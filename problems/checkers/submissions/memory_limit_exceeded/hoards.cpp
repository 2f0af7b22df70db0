// Wrong: keeps boards without an end and never gets to a move.
#include <cstddef>
#include <cstring>

int main() {
    for (;;) {
        char* boards = new char[std::size_t{1} << 20];
        std::memset(boards, '_', std::size_t{1} << 20);
    }
}
