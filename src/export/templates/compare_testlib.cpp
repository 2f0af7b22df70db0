
// Called as `program INPUT OUTPUT ANSWER`.
int main(int count, char** words) {
    if (count < 4) return 3;
    Text message;
    bool accepted = judge(file(words[2]), file(words[3]), message);
    std::cerr << (accepted ? "ok " : "wrong answer ") << message << std::endl;
    return accepted ? 0 : 1;
}
