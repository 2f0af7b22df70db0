
// Called as `program INPUT ANSWER OUTPUT`: the share goes to standard output, the message to standard error.
int main(int count, char** words) {
    if (count < 4) return 3;
    Text message;
    Opinion opinion = judge(file(words[3]), file(words[2]), message);
    std::puts(opinion == ACCEPTED ? "1" : "0");
    std::fprintf(stderr, "%s\n", message.c_str());
    return opinion == FAILED ? 3 : 0;
}
