// Adds the numbers of its input, in C++17 and no other.
#include <iostream>
#include <numeric>
#include <optional>
#include <vector>

static_assert(__cplusplus == 201703L);

std::optional<long long> next() {
    if (long long number; std::cin >> number) return number;
    return std::nullopt;
}

int main() {
    std::vector<long long> numbers;
    while (auto number = next()) numbers.push_back(*number);
    std::cout << std::accumulate(numbers.begin(), numbers.end(), 0LL) << '\n';
}
