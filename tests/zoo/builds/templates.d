template Wide(int n) { enum Wide = Wide!(n + 1) + Wide!(n + 2); }
void main() { int n = Wide!0; }
