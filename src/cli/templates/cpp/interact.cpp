// interact INPUT OUTPUT: talks with a submission by standard input and output. Exit code 0: right, 1: wrong
// answer, 2: wrong format, 3: the jury's fault. Standard error gets one sentence that says why. The protocol
// names a log file, OUTPUT, which is not used here.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>

const int GUESSES = 20;

template <typename... Words>
[[noreturn]] static void end(int code, const char* format, Words... words) {
    fprintf(stderr, format, words...);
    fputs("\n", stderr);
    exit(code);
}

int main(int argc, char** argv) {
    int number, guess;
    if (argc < 3 || !(std::ifstream(argv[1]) >> number)) end(3, "usage: interact INPUT %s", "OUTPUT");
    for (int count = 1; count <= GUESSES; count++) {
        if (!(std::cin >> guess)) {
            const char* found = std::cin.eof() ? "the end of the output" : "something else";
            end(2, "guess %d: expected a number, found %s", count, found);
        }
        const char* reply = number < guess ? "lower" : number > guess ? "higher" : "found";
        std::cout << reply << std::endl;
        if (number == guess) end(0, "%d guesses", count);
    }
    end(1, "not found with %d guesses", GUESSES);
}
