
// Called as `program INPUT OUTPUT ANSWER`.
int main(int count, char** words) {
    if (count < 4) return 3;
    Text message;
    Opinion opinion = judge(file(words[2]), file(words[3]), message);
    static const char* const WORDS[] = {"ok", "wrong answer", "wrong output format", "FAIL"};
    std::fprintf(stderr, "%s %s\n", WORDS[opinion], message.c_str());
    return opinion;
}
