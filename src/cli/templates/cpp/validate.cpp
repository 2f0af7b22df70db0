// Reads an input from standard input; exit code 0 when it is just as the statement says, else 3 and
// on standard error where it is not.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

static std::string text;
static size_t at = 0;

[[noreturn]] static void refuse(const char* expected) {
    int line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    fprintf(stderr, "line %d: expected %s\n", line, expected);
    exit(3);
}

static long number(long least, long greatest, const char* expected) {
    size_t begin = at;
    long value = 0;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9' && at - begin < 10) {
        value = value * 10 + (text[at++] - '0');
    }
    bool plain = at > begin && text[begin] != '0';
    if (!plain || value < least || value > greatest) refuse(expected);
    return value;
}

static void character(char wanted, const char* expected) {
    if (at >= text.size() || text[at] != wanted) refuse(expected);
    at++;
}

int main() {
    text.assign(std::istreambuf_iterator<char>(std::cin), {});
    long n = number(1, 100000, "N from 1 to 100000");
    character('\n', "the end of the line after N");
    for (long i = 0; i < n; i++) {
        if (i > 0) character(' ', "a blank between two numbers");
        number(1, 1000000000, "a number from 1 to 1000000000");
    }
    character('\n', "the end of the line after N numbers");
    if (at < text.size()) refuse("nothing after the list");
}
