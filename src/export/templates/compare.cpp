// Compares an output with the jury's answer. Settings: see the constants.
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

static bool is_space(char c) {
    if (MODE == OICOMPARE && (c == 0 || c == '\f')) return c == 0;
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static Text shown(const Text& text) {
    Text shown;
    for (unsigned char c : text.substr(0, 60)) shown += c >= 32 && c < 127 ? char(c) : '?';
    return "`" + shown + (text.size() > 60 ? "...`" : "`");
}

// A sign, digits with at most one point, an exponent; nothing else is a number.
static bool number(const Text& text, double& value) {
    size_t at = 0, digits = 0;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) at++;
    for (bool point = false; at < text.size(); at++) {
        if (text[at] >= '0' && text[at] <= '9') digits++;
        else if (text[at] == '.' && !point) point = true;
        else break;
    }
    if (digits == 0) return false;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        if (at < text.size() && (text[at] == '+' || text[at] == '-')) at++;
        size_t begin = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9') at++;
        if (at == begin) return false;
    }
    if (at != text.size()) return false;
    value = std::strtod(text.c_str(), nullptr);
    return std::isfinite(value);
}

// A number as Python's `float` reads it: with `_` between digits, and with `inf` and `nan`.
static bool python_number(const Text& text, double& value) {
    Text plain, word;
    size_t at = !text.empty() && (text[0] == '+' || text[0] == '-');
    for (char c : text.substr(at)) word += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    if (word == "inf" || word == "infinity" || word == "nan") {
        value = std::strtod(text.c_str(), nullptr);
        return true;
    }
    auto is_digit = [&](size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
    for (at = 0; at < text.size(); at++) {
        if (text[at] != '_') plain += text[at];
        else if (at == 0 || !is_digit(at - 1) || !is_digit(at + 1)) return false;
    }
    return number(plain, value) || std::isinf(value);
}

static bool near_dmoj(double found, double expected) {
    if (FLOATS == 1) return std::fabs(found - expected) <= ABSOLUTE;
    if (FLOATS == 2) {
        double low = expected * (1 - ABSOLUTE), high = expected * (1 + ABSOLUTE);
        return std::min(low, high) <= found && found <= std::max(low, high);
    }
    return std::fabs(found - expected) <= ABSOLUTE
        || (std::fabs(expected) >= ABSOLUTE && std::fabs(1 - found / expected) <= ABSOLUTE);
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

static bool alike(const Text& found, const Text& expected) {
    double value = 0, wanted = 0;
    if (MODE == DMOJ_FLOATS) {
        if (!python_number(expected, wanted)) return found == expected;
        return python_number(found, value) && near_dmoj(value, wanted);
    }
    if (found == expected) return true;
    if ((ABSOLUTE >= 0 || RELATIVE >= 0) && number(expected, wanted)) {
        if (!number(found, value)) return false;
        double apart = std::fabs(value - wanted);
        return (ABSOLUTE >= 0 && apart <= ABSOLUTE)
            || (RELATIVE >= 0 && apart <= RELATIVE * std::fabs(wanted));
    }
    if (CASE_SENSITIVE || found.size() != expected.size()) return false;
    for (size_t at = 0; at < found.size(); at++)
        if (lower(found[at]) != lower(expected[at])) return false;
    return true;
}

static std::vector<Text> tokens(const Text& text, bool with_spaces) {
    std::vector<Text> all;
    for (size_t at = 0; at < text.size();) {
        size_t begin = at;
        bool space = is_space(text[at]);
        while (at < text.size() && is_space(text[at]) == space) at++;
        if (!space || with_spaces) all.push_back(text.substr(begin, at - begin));
    }
    return all;
}

// Lines without the space at their ends.
static std::vector<Text> lines(const Text& text) {
    std::vector<Text> all;
    for (size_t at = 0; at < text.size();) {
        size_t end = std::min(text.find('\n', at), text.size());
        size_t last = end;
        while (last > at && is_space(text[last - 1])) last--;
        all.push_back(text.substr(at, last - at));
        at = end + 1;
    }
    return all;
}

// Lines as DMOJ splits them, empty ones among them.
static std::vector<Text> dmoj_lines(const Text& text) {
    std::vector<Text> all(1);
    for (char c : text) {
        if (c == '\r' || c == '\n') all.push_back(Text());
        else all.back() += c;
    }
    return all;
}

// What DMOJ's checkers compare.
static std::vector<Text> dmoj_items(const Text& text) {
    std::vector<Text> all;
    if (MODE == DMOJ_IDENTICAL) return {text};
    if (MODE == DMOJ_EASY) {
        for (char c : text)
            if (!is_space(c)) all.push_back(Text(1, lower(c)));
        std::sort(all.begin(), all.end());
        return all;
    }
    if (MODE == DMOJ_SORTED_TOKENS) {
        all = tokens(text, false);
        std::sort(all.begin(), all.end());
        return all;
    }
    for (const Text& line : dmoj_lines(text)) {
        std::vector<Text> words = tokens(line, false);
        if (MODE == DMOJ_RSTRIPPED) {
            size_t end = line.size();
            while (end > 0 && is_space(line[end - 1])) end--;
            if (!line.empty() || !SKIPS_EMPTY) all.push_back(line.substr(0, end));
        } else if (MODE == DMOJ_SORTED_LINES) {
            Text joined;
            for (const Text& word : words) joined += (joined.empty() ? "" : " ") + word;
            if (!line.empty()) all.push_back(joined);
        } else if (MODE == DMOJ_STANDARD ? !words.empty() : !line.empty()) {
            // The line's end is an item, too.
            all.insert(all.end(), words.begin(), words.end());
            all.push_back("\n");
        }
    }
    if (MODE == DMOJ_SORTED_LINES) std::sort(all.begin(), all.end());
    return all;
}

// What is compared one by one.
static std::vector<Text> items(const Text& text) {
    if (MODE >= DMOJ_STANDARD) return dmoj_items(text);
    if (MODE == TOKENS) return tokens(text, SPACE_CHANGE_SENSITIVE);
    std::vector<Text> all = lines(text);
    bool by_tokens = MODE == TOKEN_LINES || MODE == OICOMPARE;
    if (by_tokens) {
        for (Text& line : all) {
            Text joined;
            for (const Text& token : tokens(line, false)) joined += (joined.empty() ? "" : " ") + token;
            line = joined;
        }
    }
    if (MODE == LINES || by_tokens) {
        while (!all.empty() && all.back().empty()) all.pop_back();
        return all;
    }
    // Blocks of lines, each sorted; a blank item ends a block. All lines are one block in UNORDERED_LINES.
    std::vector<Text> sorted;
    size_t begin = 0;
    for (const Text& line : all) {
        if (!line.empty()) {
            sorted.push_back(line);
        } else if (MODE == UNORDERED_BLOCKS && sorted.size() > begin) {
            std::sort(sorted.begin() + begin, sorted.end());
            sorted.push_back(Text());
            begin = sorted.size();
        }
    }
    std::sort(sorted.begin() + begin, sorted.end());
    while (!sorted.empty() && sorted.back().empty()) sorted.pop_back();
    return sorted;
}

static Opinion judge(const Text& output, const Text& answer, Text& message) {
    std::vector<Text> found = items(output), expected = items(answer);
    size_t count = std::max(found.size(), expected.size());
    for (size_t at = 0; at < count; at++) {
        if (at < found.size() && at < expected.size() && alike(found[at], expected[at])) continue;
        message = (MODE == TOKENS ? "token " : MODE >= DMOJ_STANDARD ? "item " : "line ") + std::to_string(at + 1) + ": expected "
            + (at < expected.size() ? shown(expected[at]) : Text("the end")) + ", found "
            + (at < found.size() ? shown(found[at]) : Text("the end"));
        return WRONG;
    }
    message = "the output is as expected";
    return ACCEPTED;
}
