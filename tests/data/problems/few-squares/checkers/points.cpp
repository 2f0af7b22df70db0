// Argument: the number of squares that gives all points.
#include <cstdlib>
#include <fstream>
#include <iostream>

int main(int argc, char **argv) {
    if (argc != 5) {
        std::cerr << "FAIL expected 4 arguments" << std::endl;
        return 3;
    }
    std::ifstream input(argv[1]), output(argv[2]);
    long long wanted, count, enough = std::atoll(argv[4]);
    if (!(input >> wanted)) {
        std::cerr << "FAIL the input holds no number" << std::endl;
        return 3;
    }
    if (!(output >> count) || count < 1 || count > 1000000) {
        std::cerr << "wrong output format expected a count" << std::endl;
        return 2;
    }
    long long sum = 0;
    for (long long i = 0; i < count; i++) {
        long long root;
        if (!(output >> root) || root < 0 || root > 1000000) {
            std::cerr << "wrong output format expected root " << i + 1 << std::endl;
            return 2;
        }
        sum += root * root;
    }
    if (sum != wanted) {
        std::cerr << "wrong answer the squares sum up to " << sum << std::endl;
        return 1;
    }
    double points = count <= enough ? 100 : 100.0 * enough / count;
    std::cerr << "points " << points << " " << count << " squares" << std::endl;
    return 7;
}
