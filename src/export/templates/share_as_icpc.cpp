
// Called as `program INPUT ANSWER FEEDBACK_FOLDER ARGUMENTS...`, the output on standard input.
__attribute__((constructor)) static void begin(int count, char** words, char**) {
    if (getenv(MARK)) return;
    if (count < 4) end(3);
    std::string folder = std::string(words[3]) + "/", output = folder + "output.tmp";
    if (!INTERACTIVE) save_input(output);
    aside = folder;
    std::string message;
    double share = share_of(words, words[1], kept(output), words[2], message);
    if (is_inside) return;
    std::remove(output.c_str());
    FILE* file = std::fopen((folder + "judgemessage.txt").c_str(), "w");
    if (!file || share < 0) end(3);
    std::fprintf(file, "%s\n", message.c_str());
    std::fclose(file);
    if (FULL < 0 || share == 0) end(share >= 1 ? 42 : 43);
    if (!(file = std::fopen((folder + SCORE_FILE).c_str(), "w"))) end(3);
    std::fprintf(file, "%.9f\n", share);
    std::fclose(file);
    end(42);
}
