// The reference: halves what is left, 20 guesses at most.
#include <iostream>
#include <string>

int main() {
    int low = 1, high = 1000000;
    std::string reply;
    while (reply != "found") {
        int guess = (low + high) / 2;
        std::cout << guess << std::endl;
        if (!(std::cin >> reply)) return 1;
        if (reply == "lower") {
            high = guess - 1;
        } else {
            low = guess + 1;
        }
    }
}
