
namespace outer {

// Runs the program with its streams in files, by these paths. Only the judge's side of the process returns from it, with
// the share of the points.
bool is_inside = false;

double share_of(char** words, char* input, char* output, char* answer, std::string& message) {
    char said[] = "/tmp/said-XXXXXX", errors[] = "/tmp/errors-XXXXXX";
    int files[] = {mkstemp(said), mkstemp(errors)};
    if (files[0] < 0 || files[1] < 0) end(3);
    close(files[0]);
    close(files[1]);
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
    std::remove(said);
    std::remove(errors);
    return share;
}

}  // namespace outer
