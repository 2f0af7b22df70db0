// Wrong: guesses one number after another, which takes too many guesses.
#include <iostream>
#include <string>

int main() {
    std::string reply;
    for (int guess = 1; reply != "found"; guess++) {
        std::cout << guess << std::endl;
        if (!(std::cin >> reply)) return 0;
    }
}
