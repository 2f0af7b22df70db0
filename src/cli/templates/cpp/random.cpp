// random COUNT GREATEST SEED: a list of COUNT numbers from 1 to GREATEST.
//
// The same arguments give the same list on every machine: the random numbers are our own
// (splitmix64), as those of a library may change with its version.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static uint64_t state;

static uint64_t next() {
    uint64_t x = state += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

int main(int argc, char** argv) {
    if (argc != 4) {
        fputs("usage: random COUNT GREATEST SEED\n", stderr);
        return 2;
    }
    int count = atoi(argv[1]);
    uint64_t greatest = strtoull(argv[2], nullptr, 10);
    state = strtoull(argv[3], nullptr, 10);
    if (count < 1 || greatest < 1) {
        fputs("COUNT and GREATEST: expected at least 1\n", stderr);
        return 2;
    }
    printf("%d\n", count);
    for (int i = 0; i < count; i++) {
        printf(i == 0 ? "%d" : " %d", static_cast<int>(next() % greatest) + 1);
    }
    puts("");
}
