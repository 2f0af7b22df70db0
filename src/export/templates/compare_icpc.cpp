
// Called as `program INPUT ANSWER FEEDBACK_FOLDER < OUTPUT`.
int main(int count, char** words) {
    if (count < 4) return 3;
    Text message;
    Opinion opinion = judge(all_of(stdin), file(words[2]), message);
    if (std::FILE* told = std::fopen((Text(words[3]) + "/judgemessage.txt").c_str(), "w")) {
        std::fprintf(told, "%s\n", message.c_str());
        std::fclose(told);
    }
    return opinion == ACCEPTED ? 42 : opinion == FAILED ? 3 : 43;
}
