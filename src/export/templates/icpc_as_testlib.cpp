
// Called as `program INPUT OUTPUT ANSWER ARGUMENTS...`.
__attribute__((constructor)) static void begin(int count, char** words, char**) {
    if (getenv(MARK)) return;
    char name[] = "/tmp/feedback-XXXXXX";
    if (count < 4 || !mkdtemp(name)) end(3);
    std::string folder = std::string(name) + "/";
    pid_t child = fork();
    if (child < 0) end(3);
    if (child == 0) {
        if (!INTERACTIVE) put(words[2], 0, O_RDONLY);
        words[2] = words[3];
        words[3] = kept(folder);
        return;
    }
    if (INTERACTIVE) close(0), close(1);
    int code = wait_for(child);
    std::string message = text(folder + "judgemessage.txt");
    // Which part of the points it gives; negative where it says nothing.
    std::string score = text(folder + "score.txt");
    std::string multiplier = text(folder + "score_multiplier.txt");
    double part = -1;
    if (!score.empty()) part = std::atof(score.c_str()) / OUT_OF;
    else if (!multiplier.empty()) part = std::atof(multiplier.c_str());
    if (system(("rm -rf " + std::string(name)).c_str()) != 0) end(3);
    if (code == 42 && part >= 0 && FULL > 0) {
        std::fprintf(stderr, "points %.9f %s\n", part * FULL, message.c_str());
        end(7);
    }
    if (code == 42 && part >= 0 && part < 1) code = 43;
    const char* word = code == 42 ? "ok" : code == 43 ? "wrong answer" : "FAIL";
    std::fprintf(stderr, "%s %s\n", word, message.c_str());
    end(code == 42 ? 0 : code == 43 ? 1 : 3);
}
