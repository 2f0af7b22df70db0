#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
    std::ifstream input(argv[1]);
    std::ofstream notes(argv[2]);
    int number, guess;
    if (argc != 4 || !(input >> number) || !notes) {
        std::cerr << "FAIL expected a number in the input" << std::endl;
        return 3;
    }
    for (int count = 1; count <= 10; count++) {
        if (!(std::cin >> guess)) {
            std::cerr << "wrong output format expected guess " << count << std::endl;
            return 2;
        }
        notes << guess << std::endl;
        std::cout << (number < guess ? "<" : number > guess ? ">" : "=") << std::endl;
        if (number == guess) {
            std::cerr << "ok " << count << " guesses" << std::endl;
            return 0;
        }
    }
    std::cerr << "wrong answer more than ten guesses" << std::endl;
    return 1;
}
