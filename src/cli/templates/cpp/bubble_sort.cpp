// Right but slow: sorts by exchanging neighbours, N * N steps.
#include <cstdio>
#include <utility>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> list(n);
    for (int& value : list) {
        if (scanf("%d", &value) != 1) return 1;
    }
    for (int end = n; end > 1; end--) {
        for (int i = 1; i < end; i++) {
            if (list[i - 1] > list[i]) std::swap(list[i - 1], list[i]);
        }
    }
    for (int i = 0; i < n;) {
        int value = list[i], count = 0;
        while (i < n && list[i] == value) {
            i++;
            count++;
        }
        printf("%d %d\n", value, count);
    }
}
