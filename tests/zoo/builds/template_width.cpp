/* A tree of 2^100 types. */
template <unsigned long n, int depth> struct Tree {
    static const int value = Tree<2 * n, depth - 1>::value + Tree<2 * n + 1, depth - 1>::value;
};
template <unsigned long n> struct Tree<n, 0> { static const int value = 1; };
int main() { return Tree<1, 60>::value; }
