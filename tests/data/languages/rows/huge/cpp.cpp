#include <vector>
#include <cstdio>
int main(){std::vector<long> v(1L<<45);printf("%ld",v[3]);}