// Reads an input from standard input; exit code 0 when it is one number as the statement says, else 3 and
// on standard error what was expected.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <string>

int main() {
    std::string text(std::istreambuf_iterator<char>(std::cin), {});
    size_t digits = text.find_first_not_of("0123456789");
    bool plain = digits >= 1 && digits <= 7 && text[0] != '0' && text.substr(digits) == "\n";
    if (!plain || std::stol(text) > 1000000) {
        fputs("line 1: expected one number from 1 to 1000000, and the end of its line\n", stderr);
        return 3;
    }
}
