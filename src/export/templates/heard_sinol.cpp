
// By sinol's protocol: three lines on standard output, `OK` or another word, the message, and a percentage.
static void order(char** words, char* input, char* output, char* answer) {
    words[1] = input;
    words[2] = output;
    words[3] = answer;
}

// The next line, without the blanks around it.
static std::string next_line(std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    text.erase(0, line.size() + 1);
    size_t first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : line.substr(first, last - first + 1);
}

// The share of the points; negative where the program has failed.
static double heard(int code, std::string said, const std::string&, std::string& message) {
    if (code < 0 || code > 2) return -1;
    std::string word = next_line(said);
    message = next_line(said);
    std::string written = next_line(said);
    if (word != "OK") return 0;
    if (written.empty()) return 1;
    char* rest = nullptr;
    double percentage = std::strtod(written.c_str(), &rest);
    if (rest == written.c_str()) return -1;
    if (*rest == '/') percentage /= std::atof(rest + 1);
    return percentage >= 0 && percentage <= 100 ? percentage / 100 : -1;
}
