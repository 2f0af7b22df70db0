// check INPUT ANSWER FEEDBACK: the output is read from standard input; exit code 42 right, 43 wrong; in
// the folder FEEDBACK, the file judgemessage.txt gets one sentence that says why. The answer is not
// needed: the input tells what is right.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <string>

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
    if (argc < 4) return 1;
    feedback = argv[3];
    std::ifstream input(argv[1]);
    std::istream& output = std::cin;
    if (!input) return 1;
    long n, value, count;
    std::map<long, long> counts;
    input >> n;
    while (input >> value) counts[value]++;

    std::set<long> seen;
    while (output >> value) {
        if (!(output >> count)) end(43, "no count after %ld", value);
        if (!counts.count(value)) end(43, "%ld is not in the list", value);
        if (!seen.insert(value).second) end(43, "%ld comes twice", value);
        if (counts[value] != count) {
            end(43, "%ld stands %ld times in the list, not %ld", value, counts[value], count);
        }
    }
    if (!output.eof()) end(43, "expected numbers only");
    for (auto [value, count] : counts) {
        if (!seen.count(value)) end(43, "%ld is missing", value);
    }
    end(42, "%zu different numbers", counts.size());
}
