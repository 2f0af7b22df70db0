// The reference: counts in a sorted map, N log N steps.
#include <cstdio>
#include <map>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::map<int, int> counts;
    for (int i = 0; i < n; i++) {
        int value;
        if (scanf("%d", &value) != 1) return 1;
        counts[value]++;
    }
    for (auto [value, count] : counts) {
        printf("%d %d\n", value, count);
    }
}
