#include <vector>
int main(){std::vector<long> v;for(;;)v.push_back(v.size());}