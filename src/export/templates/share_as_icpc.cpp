
// Called as `program INPUT ANSWER FEEDBACK_FOLDER ARGUMENTS...`, the output on standard input.
__attribute__((constructor)) static void begin(int count, char** words, char**) {
    if (count < 4) outer::end(3);
    std::string folder = std::string(words[3]) + "/", output = folder + "output.tmp";
    std::string said = folder + "said.tmp", errors = folder + "errors.tmp";
    outer::save_input(output);
    pid_t child = fork();
    if (child < 0) outer::end(3);
    if (child == 0) {
        outer::put(said, 1, O_WRONLY | O_CREAT | O_TRUNC);
        outer::put(errors, 2, O_WRONLY | O_CREAT | O_TRUNC);
        order(words, words[1], outer::kept(output), words[2]);
        return;
    }
    std::string message;
    int code = outer::wait_for(child);
    double share = heard(code, outer::text(said), outer::text(errors), message);
    std::remove(output.c_str());
    std::remove(said.c_str());
    std::remove(errors.c_str());
    FILE* file = std::fopen((folder + "judgemessage.txt").c_str(), "w");
    if (!file || share < 0) outer::end(3);
    std::fprintf(file, "%s\n", message.c_str());
    std::fclose(file);
    if (FULL < 0 || share == 0) outer::end(share >= 1 ? 42 : 43);
    if (!(file = std::fopen((folder + SCORE_FILE).c_str(), "w"))) outer::end(3);
    std::fprintf(file, "%.9f\n", share);
    std::fclose(file);
    outer::end(42);
}
