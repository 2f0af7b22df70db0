
// Called as `program INPUT ANSWER FEEDBACK_FOLDER ARGUMENTS...`, the output on standard input.
__attribute__((constructor)) static void begin(int count, char** words, char**) {
    if (getenv(MARK)) return;
    if (count < 4) end(3);
    std::string folder = std::string(words[3]) + "/", output = folder + "output.tmp";
    std::string message = folder + "judgemessage.txt";
    if (!INTERACTIVE) save_input(output);
    pid_t child = fork();
    if (child < 0) end(3);
    if (child == 0) {
        put(message, 2, O_WRONLY | O_CREAT | O_TRUNC);
        words[3] = words[2];
        words[2] = kept(output);
        return;
    }
    if (INTERACTIVE) close(0), close(1);
    int code = wait_for(child);
    std::remove(output.c_str());
    std::string said = text(message);
    double share = share_in(said);
    if (share >= 0) {
        if (share > 0 && FULL > 0) {
            FILE* file = std::fopen((folder + SCORE_FILE).c_str(), "w");
            if (!file) end(3);
            std::fprintf(file, "%.9f\n", share);
            std::fclose(file);
        }
        end(share > 0 ? 42 : 43);
    }
    if (code == 0) end(42);
    end(code == 1 || code == 2 || code == 4 || code == 8 ? 43 : 3);
}
