
// Whether this is the side of the process that goes on as the program.
static bool is_inside = false;

// Runs the program with its streams in files, by these paths. Only the judge's side of the process gets the share of
// the points.
static double share_of(char** words, char* input, char* output, char* answer, std::string& message) {
    std::string said = temporary(), errors = temporary();
    pid_t child = fork();
    if (child < 0) end(3);
    if (child == 0) {
        put(said, 1, O_WRONLY | O_TRUNC);
        put(errors, 2, O_WRONLY | O_TRUNC);
        order(words, input, output, answer);
        is_inside = true;
        return 0;
    }
    int code = wait_for(child);
    double share = heard(code, text(said), text(errors), message);
    std::remove(said.c_str());
    std::remove(errors.c_str());
    return share;
}
