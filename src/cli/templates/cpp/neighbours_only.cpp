// Wrong: counts equal neighbours without sorting first.
#include <cstdio>
#include <vector>

int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> list(n);
    for (int& value : list) {
        if (scanf("%d", &value) != 1) return 1;
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
