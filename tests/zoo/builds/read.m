#import "@ANSWER@"
int main(void) { return 0; }
