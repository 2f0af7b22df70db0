
// Whether this is the side of the process that goes on as the program.
static bool is_inside = false;

// Runs the program with a folder for what it says. Only the judge's side of the process gets the share of the points.
static double share_of(char** words, char* input, char* output, char* answer, std::string& message) {
    char name[] = "/tmp/feedback-XXXXXX";
    if (!mkdtemp(name)) end(3);
    std::string folder = std::string(name) + "/";
    pid_t child = fork();
    if (child < 0) end(3);
    if (child == 0) {
        if (!INTERACTIVE) put(output, 0, O_RDONLY), put("/dev/null", 1, O_WRONLY);
        put("/dev/null", 2, O_WRONLY);
        words[1] = input;
        words[2] = answer;
        words[3] = kept(folder);
        is_inside = true;
        return 0;
    }
    if (INTERACTIVE) close(0), close(1);
    int code = wait_for(child);
    message = text(folder + "judgemessage.txt");
    message = message.substr(0, message.find('\n'));
    std::string score = text(folder + "score.txt"), multiplier = text(folder + "score_multiplier.txt");
    if (system(("rm -rf " + std::string(name)).c_str()) != 0) end(3);
    if (code != 42) return code == 43 ? 0 : -1;
    double share = 1;
    if (!score.empty()) share = std::atof(score.c_str()) / OUT_OF;
    else if (!multiplier.empty()) share = std::atof(multiplier.c_str());
    if (share >= 1) return 1;
    // Nobody takes a part.
    return FULL > 0 ? share : 0;
}
