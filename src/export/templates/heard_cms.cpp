
// By CMS's protocol: the share of the points on standard output, the message on standard error.
static void order(char** words, char* input, char* output, char* answer) {
    words[1] = input;
    words[2] = answer;
    words[3] = output;
}

// The share; negative where the program has failed.
static double heard(int code, const std::string& said, const std::string& errors, std::string& message) {
    message = errors.substr(0, errors.find('\n'));
    char* rest = nullptr;
    double share = std::strtod(said.c_str(), &rest);
    return code == 0 && rest != said.c_str() && share >= 0 && share <= 1 ? share : -1;
}
