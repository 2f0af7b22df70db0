
// Called as `program ARGUMENTS...`, the input on standard input.
__attribute__((constructor)) static void begin(int, char**, char**) {
    pid_t child = fork();
    if (child < 0) outer::end(3);
    if (child == 0) return;
    outer::end(outer::wait_for(child) == INNER_VALID ? VALID : INVALID);
}
