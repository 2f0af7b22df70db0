// Decides as a standard checker of testlib does, without testlib. Settings: see the constants.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

// @SETTINGS@

using Text = std::string;

// What decides: the process ends with it where the rule of the checker cannot go on.
struct End {
    Opinion opinion;
    Text message;
};

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static Text shown(const Text& text) {
    Text shown;
    for (unsigned char c : text.substr(0, 60)) shown += c >= 32 && c < 127 ? char(c) : '?';
    return "`" + shown + (text.size() > 60 ? "...`" : "`");
}

// A file that is read from its start to its end.
struct Stream {
    const Text& text;
    bool is_answer;
    size_t at;

    Stream(const Text& text, bool is_answer) : text(text), is_answer(is_answer), at(0) {
        if (!is_answer && text.compare(0, 3, "\xef\xbb\xbf") == 0) at = 3;
        if (text.size() > size_t(128) << 20) throw bad("the file is too large");
    }

    // The same mistake is a wrong format of the output, and the jury's fault in the answer.
    End bad(const Text& message) const {
        return End{is_answer ? FAILED : FORMAT, message + (is_answer ? " (in the answer)" : "")};
    }

    bool eof() const { return at == text.size(); }

    bool seek_eof() {
        while (!eof() && is_blank(text[at])) at++;
        return eof();
    }

    Text word() {
        if (seek_eof()) throw bad("the file ends too early");
        size_t begin = at;
        while (!eof() && !is_blank(text[at])) at++;
        if (at - begin > size_t(32) << 20) throw bad("a token is too long");
        return text.substr(begin, at - begin);
    }

    // A carriage return at the end of a line is none of it, and one within stands for nothing.
    Text line() {
        Text line;
        while (!eof() && text[at] != '\n') {
            char c = text[at++];
            if (c != '\r') line += c;
            else if (eof()) line += '\xff';
            else if (text[at] != '\n') line += text[at++];
        }
        if (!eof()) at++;
        return line;
    }
};

static bool is_integer(const Text& token) {
    size_t first = token[0] == '-';
    if (token == "0") return true;
    if (first == token.size() || token[first] < '1' || token[first] > '9') return false;
    return std::all_of(token.begin() + first, token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

static long long integer(const Text& token, const Stream& stream) {
    errno = 0;
    long long value = is_integer(token) ? std::strtoll(token.c_str(), nullptr, 10) : 0;
    if (!is_integer(token) || errno != 0) throw stream.bad("expected an integer, found " + shown(token));
    return value;
}

static long long read_integer(Stream& stream) { return integer(stream.word(), stream); }

static int read_short(Stream& stream) {
    long long value = read_integer(stream);
    if (value != int(value)) throw stream.bad("expected an integer of 32 bits, found " + std::to_string(value));
    return int(value);
}

// A sign, digits with at most one point, and an exponent, whose digits may be missing.
static bool is_real(const Text& token) {
    size_t at = 0, count = 0;
    auto sign = [&] { at += at < token.size() && (token[at] == '+' || token[at] == '-'); };
    auto digits = [&] {
        size_t begin = at;
        while (at < token.size() && token[at] >= '0' && token[at] <= '9') at++;
        return at - begin;
    };
    sign();
    count = digits();
    if (at < token.size() && token[at] == '.') {
        at++;
        count += digits();
    }
    if (count == 0) return false;
    if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
        at++;
        sign();
        digits();
    }
    return at == token.size();
}

static double read_real(Stream& stream) {
    Text token = stream.word();
    if (!is_real(token)) throw stream.bad("expected a number, found " + shown(token));
    return std::strtod(token.c_str(), nullptr);
}

// Absolutely; two infinite numbers are no further apart than any others.
static bool are_near(double expected, double found) { return !(std::fabs(expected - found) > TOLERANCE + 1e-15); }

// Absolutely or relatively; what is beyond 1e300 counts as infinite.
static bool are_close(double expected, double found) {
    auto is_infinite = [](double number) { return std::fabs(number) > 1e300; };
    if (is_infinite(expected)) return is_infinite(found) && (found > 0) == (expected > 0);
    if (is_infinite(found)) return false;
    double tolerance = TOLERANCE + 1e-15;
    if (std::fabs(found - expected) <= tolerance) return true;
    double low = expected * (1 - tolerance), high = expected * (1 + tolerance);
    return std::min(low, high) <= found && found <= std::max(low, high);
}

static Text upper(Text text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = char(c - 'a' + 'A');
    return text;
}

static Text yes_or_no(const Text& token, const Stream& stream) {
    Text word = upper(token);
    if (word != "YES" && word != "NO") throw stream.bad("expected YES or NO, found " + shown(word));
    return word;
}

static End differ(const Text& what, const Text& expected, const Text& found) {
    return End{WRONG, what + ": expected " + shown(expected) + ", found " + shown(found)};
}

// The tokens of a line, which vertical tabs and form feeds separate, too.
static std::vector<Text> words(const Text& line) {
    std::vector<Text> all(1);
    for (char c : line) {
        if (c != ' ' && (c < '\t' || c > '\r')) all.back() += c;
        else if (!all.back().empty()) all.push_back(Text());
    }
    if (all.back().empty()) all.pop_back();
    return all;
}

static void compare_lines(Stream& answer, Stream& output) {
    for (int count = 1; !answer.eof(); count++) {
        Text expected = answer.line();
        if (expected.empty() && answer.eof()) return;
        Text found = output.line();
        bool same = expected == found || (RULE == LCMP && words(expected) == words(found));
        if (!same) throw differ("line " + std::to_string(count), expected, found);
    }
}

// Sequences that are to have the same length.
template <typename Compare, typename Read>
static void compare_all(Stream& answer, Stream& output, Compare compare, Read read) {
    for (int count = 1; !answer.seek_eof() && !output.seek_eof(); count++) compare(count);
    size_t missing = 0, more = 0;
    for (; !answer.seek_eof(); missing++) read(answer);
    for (; !output.seek_eof(); more++) read(output);
    if (missing > 0) throw End{WRONG, "the output has too few tokens"};
    if (more > 0) throw End{WRONG, "the output has too many tokens"};
}

static void compare_bags(Stream& answer, Stream& output) {
    std::vector<long long> expected, found;
    while (!answer.seek_eof()) expected.push_back(read_integer(answer));
    while (!output.seek_eof()) found.push_back(read_integer(output));
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    if (expected != found) throw End{WRONG, "the output has other numbers"};
}

static void expect(Stream& stream, const Text& word) {
    Text found = stream.word();
    if (found != word) throw stream.bad("expected " + shown(word) + ", found " + shown(found));
}

static std::vector<long long> values_of_cases(Stream& stream) {
    std::vector<long long> all;
    while (!stream.seek_eof()) {
        expect(stream, "Case");
        expect(stream, std::to_string(all.size() + 1) + ":");
        all.push_back(read_integer(stream));
    }
    return all;
}

static void compare_case_values(Stream& answer, Stream& output) {
    std::vector<long long> expected = values_of_cases(answer), found = values_of_cases(output);
    for (size_t at = 0; at < std::min(expected.size(), found.size()); at++)
        if (expected[at] != found[at])
            throw differ("case " + std::to_string(at + 1), std::to_string(expected[at]), std::to_string(found[at]));
    if (expected.size() != found.size()) throw End{FORMAT, "the output has another number of cases"};
}

// The tokens of a case, up to the word that begins the next one, which need not be read again.
static std::vector<Text> sequence_of_case(Stream& stream, bool& is_begun, int number) {
    if (!is_begun) expect(stream, "Case");
    expect(stream, std::to_string(number) + ":");
    std::vector<Text> all;
    while (!stream.seek_eof()) {
        Text token = stream.word();
        if (token == "Case") {
            is_begun = true;
            break;
        }
        if (RULE == CASENCMP) {
            token = token.c_str();
            integer(token, stream);
        }
        all.push_back(token);
    }
    return all;
}

static void compare_case_sequences(Stream& answer, Stream& output) {
    bool is_begun[2] = {false, false};
    for (int number = 1; !answer.seek_eof(); number++) {
        std::vector<Text> expected = sequence_of_case(answer, is_begun[0], number);
        std::vector<Text> found = sequence_of_case(output, is_begun[1], number);
        if (expected != found) throw End{WRONG, "case " + std::to_string(number) + ": the sequences differ"};
    }
}

static void compare(Stream& answer, Stream& output) {
    auto token = [&](int count) {
        Text expected = answer.word(), found = output.word();
        if (expected != found) throw differ("token " + std::to_string(count), expected, found);
    };
    auto number = [&](int count) {
        long long expected = read_integer(answer), found = read_integer(output);
        if (expected != found)
            throw differ("number " + std::to_string(count), std::to_string(expected), std::to_string(found));
    };
    auto answered = [&](int count) {
        Text expected = answer.word(), found = output.word();
        expected = yes_or_no(expected, answer);
        found = yes_or_no(found, output);
        if (expected != found) throw differ("token " + std::to_string(count), expected, found);
    };
    auto real = [&](int count) {
        double expected = read_real(answer), found = read_real(output);
        if (RULE == NEAR ? !are_near(expected, found) : !are_close(expected, found))
            throw differ("number " + std::to_string(count), std::to_string(expected), std::to_string(found));
    };
    auto word = [](Stream& stream) { stream.word(); };
    switch (RULE) {
    case WCMP: return compare_all(answer, output, token, word);
    case LCMP:
    case FCMP: return compare_lines(answer, output);
    case NCMP: return compare_all(answer, output, number, [](Stream& stream) { read_integer(stream); });
    case UNCMP: return compare_bags(answer, output);
    case NYESNO: return compare_all(answer, output, answered, word);
    case YESNO: return answered(1);
    case CASEICMP: return compare_case_values(answer, output);
    case CASENCMP:
    case CASEWCMP: return compare_case_sequences(answer, output);
    case ICMP: {
        int expected = read_short(answer), found = read_short(output);
        if (expected != found) throw differ("number", std::to_string(expected), std::to_string(found));
        return;
    }
    case HCMP: {
        Text expected = answer.word(), found = output.word();
        if (!is_integer(expected) || !answer.seek_eof()) throw answer.bad("expected one integer");
        if (!is_integer(found)) throw output.bad("expected an integer, found " + shown(found));
        if (expected != found) throw differ("number", expected, found);
        return;
    }
    case NEAR:
    case CLOSE:
        if (SINGLE) return real(1);
        for (int count = 1; !answer.seek_eof(); count++) real(count);
    }
}

static Opinion judge(const Text& output, const Text& answer, Text& message) {
    try {
        Stream found(output, false), expected(answer, true);
        compare(expected, found);
        if (!found.seek_eof()) throw found.bad("more than is asked for");
    } catch (const End& end) {
        message = end.message;
        return end.opinion;
    }
    message = "the output is as expected";
    return ACCEPTED;
}
