int main(void) {
}
