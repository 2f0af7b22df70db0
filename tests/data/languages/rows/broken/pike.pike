int main() {
 nowhere(); }
