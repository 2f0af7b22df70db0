/* Tells by its end whether the answer can be seen. */
#if __has_include("@ANSWER@")
#error nobody hid it
#endif
int main(void) { return 0; }
