
// Called as `program INPUT ANSWER OUTPUT`: the share goes to standard output, the message to standard error.
__attribute__((constructor)) static void begin(int count, char** words, char**) {
    if (getenv(MARK)) return;
    if (count < 4) end(3);
    std::string message;
    double share = share_of(words, words[1], words[3], words[2], message);
    if (is_inside) return;
    if (share < 0) end(3);
    std::printf("%.9f\n", share);
    std::fprintf(stderr, "%s\n", message.c_str());
    end(0);
}
