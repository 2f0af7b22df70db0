// check INPUT OUTPUT ANSWER: exit code 0 right, 1 wrong answer, 2 wrong format, 3 our own fault; on
// standard error one sentence that says why. The answer is not needed: the input tells what is right.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

template <typename... Words>
[[noreturn]] static void end(int code, const char* format, Words... words) {
    fprintf(stderr, format, words...);
    fputs("\n", stderr);
    exit(code);
}

int main(int argc, char** argv) {
    if (argc < 3) end(3, "usage: check INPUT OUTPUT ANSWER");
    std::ifstream input(argv[1]), output(argv[2]);
    if (!input || !output) end(3, "cannot read the files");
    long n, value, count;
    std::map<long, long> counts;
    input >> n;
    while (input >> value) counts[value]++;

    std::set<long> seen;
    while (output >> value) {
        if (!(output >> count)) end(2, "no count after %ld", value);
        if (!counts.count(value)) end(1, "%ld is not in the list", value);
        if (!seen.insert(value).second) end(1, "%ld comes twice", value);
        if (counts[value] != count) {
            end(1, "%ld stands %ld times in the list, not %ld", value, counts[value], count);
        }
    }
    if (!output.eof()) end(2, "expected numbers only");
    for (auto [value, count] : counts) {
        if (!seen.count(value)) end(1, "%ld is missing", value);
    }
    end(0, "%zu different numbers", counts.size());
}
