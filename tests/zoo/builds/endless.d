int count() { int n; while (true) n = (n + 1) % 7; return n; }
enum forever = count();
void main() {}
