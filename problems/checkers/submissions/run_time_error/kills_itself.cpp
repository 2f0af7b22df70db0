// Wrong: ends by a signal before it has read anything.
#include <csignal>

int main() { raise(SIGSEGV); }
