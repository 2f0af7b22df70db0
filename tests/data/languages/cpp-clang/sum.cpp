// Adds two numbers as Clang 14 can with the library of GCC 12, whose views it does not know.
#include <bits/stdc++.h>

int main() {
    long long sum = 0, number;
    auto add = [&]<typename T>(T other) { sum += other; };
    while (std::cin >> number) add(number);
    std::cout << sum << std::endl;
}
