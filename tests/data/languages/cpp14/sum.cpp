// Adds the numbers of its input, in C++14 and no other.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <vector>

using namespace std;

static_assert(__cplusplus == 201402L, "");

// Later standards have this name themselves.
vector<long long> data;

int main() {
    copy(istream_iterator<long long>(cin), istream_iterator<long long>(), back_inserter(data));
    long long sum = 0;
    for_each(data.begin(), data.end(), [&](auto number) { sum += number; });
    cout << sum << '\n';
}
