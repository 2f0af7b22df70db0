
// Called as `program INPUT ANSWER FEEDBACK_FOLDER < OUTPUT`.
int main(int count, char** words) {
    if (count < 4) return 3;
    Text message;
    bool accepted = judge(all_of(std::cin), file(words[2]), message);
    std::ofstream(Text(words[3]) + "/judgemessage.txt") << message << std::endl;
    return accepted ? 42 : 43;
}
