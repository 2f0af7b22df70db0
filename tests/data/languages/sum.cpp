// Adds two numbers in C++20, on a thread of its own, and survives an exception.
#include <bits/stdc++.h>

int main() {
    auto numbers = std::views::istream<long long>(std::cin);
    long long sum = 0;
    std::thread adder([&] { for (auto number : numbers) sum += number; });
    adder.join();
    try {
        throw std::runtime_error("caught");
    } catch (const std::exception &) {
        std::cout << sum << std::endl;
    }
}
