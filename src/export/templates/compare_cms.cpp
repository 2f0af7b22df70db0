
// Called as `program INPUT ANSWER OUTPUT`: the share goes to standard output, the message to standard error.
int main(int count, char** words) {
    if (count < 4) return 3;
    Text message;
    bool accepted = judge(file(words[3]), file(words[2]), message);
    std::cout << (accepted ? 1 : 0) << std::endl;
    std::cerr << message << std::endl;
    return 0;
}
