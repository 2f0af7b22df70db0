// interact INPUT ANSWER FEEDBACK: talks with a submission by standard input and output; exit code 42
// right, 43 wrong; in the folder FEEDBACK, the file judgemessage.txt gets one sentence that says why.
// There is no answer here.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

const int GUESSES = 20;

static std::string feedback;

template <typename... Words>
[[noreturn]] static void end(int code, const char* format, Words... words) {
    FILE* message = fopen((feedback + "/judgemessage.txt").c_str(), "w");
    if (!message) exit(1);
    fprintf(message, format, words...);
    fputs("\n", message);
    fclose(message);
    exit(code);
}

int main(int argc, char** argv) {
    int number, guess;
    if (argc < 4 || !(std::ifstream(argv[1]) >> number)) return 1;
    feedback = argv[3];
    for (int count = 1; count <= GUESSES; count++) {
        if (!(std::cin >> guess)) {
            const char* found = std::cin.eof() ? "the end of the output" : "something else";
            end(43, "guess %d: expected a number, found %s", count, found);
        }
        const char* reply = number < guess ? "lower" : number > guess ? "higher" : "found";
        std::cout << reply << std::endl;
        if (number == guess) end(42, "%d guesses", count);
    }
    end(43, "not found with %d guesses", GUESSES);
}
