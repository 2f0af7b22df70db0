
// Called as `program INPUT OUTPUT ANSWER ARGUMENTS...`. A share of the points has no place there.
__attribute__((constructor)) static void begin(int count, char** words, char**) {
    if (getenv(MARK)) return;
    if (count < 4) end(3);
    std::string message;
    double share = share_of(words, words[1], words[2], words[3], message);
    if (is_inside) return;
    const char* word = share < 0 ? "FAIL" : share >= 1 ? "ok" : "wrong answer";
    std::fprintf(stderr, "%s %s\n", word, message.c_str());
    end(share < 0 ? 3 : share >= 1 ? 0 : 1);
}
