// Too slow: thinks without an end.
int main() {
    for (volatile unsigned thought = 0;; thought = thought + 1) {
    }
}
