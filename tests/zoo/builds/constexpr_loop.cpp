constexpr int forever() { int i = 0; for (;;) i ^= 1; return i; }
constexpr int never = forever();
int main() { return never; }
