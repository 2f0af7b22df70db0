// Compares an output with the jury's answer. Settings: see the constants.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
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

static char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

static bool alike(const Text& found, const Text& expected) {
    if (found == expected) return true;
    double value, wanted;
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

// What is compared one by one.
static std::vector<Text> items(const Text& text) {
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

static bool judge(const Text& output, const Text& answer, Text& message) {
    std::vector<Text> found = items(output), expected = items(answer);
    size_t count = std::max(found.size(), expected.size());
    for (size_t at = 0; at < count; at++) {
        if (at < found.size() && at < expected.size() && alike(found[at], expected[at])) continue;
        message = (MODE == TOKENS ? "token " : "line ") + std::to_string(at + 1) + ": expected "
            + (at < expected.size() ? shown(expected[at]) : Text("the end")) + ", found "
            + (at < found.size() ? shown(found[at]) : Text("the end"));
        return false;
    }
    message = "the output is as expected";
    return true;
}

static Text all_of(std::istream& stream) {
    return Text(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
}

static Text file(const char* path) {
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
        std::cerr << "cannot read " << path << std::endl;
        std::exit(3);
    }
    return all_of(stream);
}
