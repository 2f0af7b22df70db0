
// Called as `program INPUT OUTPUT ANSWER`.
int main(int count, char** words) {
    if (count < 4) return 3;
    Text message;
    bool accepted = judge(file(words[2]), file(words[3]), message);
    std::fprintf(stderr, "%s%s\n", accepted ? "ok " : "wrong answer ", message.c_str());
    return accepted ? 0 : 1;
}
