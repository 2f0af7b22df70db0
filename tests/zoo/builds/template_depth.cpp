template <int n> struct Down { static const int value = Down<n + 1>::value; };
int main() { return Down<0>::value; }
