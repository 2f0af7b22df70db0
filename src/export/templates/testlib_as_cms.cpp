
// Called as `program INPUT ANSWER OUTPUT`: the share goes to standard output, the message to standard error.
__attribute__((constructor)) static void begin(int count, char** words, char**) {
    if (getenv(MARK)) return;
    char name[] = "/tmp/message-XXXXXX";
    int file = count < 4 ? -1 : mkstemp(name);
    if (file < 0) end(3);
    close(file);
    pid_t child = fork();
    if (child < 0) end(3);
    if (child == 0) {
        put("/dev/null", 1, O_WRONLY);
        put(name, 2, O_WRONLY | O_TRUNC);
        char* answer = words[2];
        words[2] = words[3];
        words[3] = answer;
        return;
    }
    int code = wait_for(child);
    std::string said = text(name);
    std::remove(name);
    said = said.substr(0, said.find('\n'));
    double share = share_in(said);
    if (share < 0) {
        share = code == 0 ? 1 : 0;
        if (code != 0 && code != 1 && code != 2 && code != 4 && code != 8) {
            std::fprintf(stderr, "%s\n", said.c_str());
            end(3);
        }
    }
    std::printf("%.9f\n", share);
    std::fprintf(stderr, "%s\n", said.c_str());
    end(0);
}
