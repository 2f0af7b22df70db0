// Has the program in `program.h`, whose source is as it was, called by another protocol than its own: before
// its main function begins, this process becomes two. One goes on with arguments as the program expects
// them; the other one waits for it, and ends as the judge expects.
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace outer {

// @SETTINGS@
[[noreturn]] void end(int code) {
    std::fflush(nullptr);
    _exit(code);
}

std::string text(const std::string& path) {
    std::string all;
    FILE* file = std::fopen(path.c_str(), "rb");
    if (!file) return all;
    char part[1 << 12];
    for (size_t size; (size = std::fread(part, 1, sizeof part, file)) > 0;) all.append(part, size);
    std::fclose(file);
    return all;
}

void save_input(const std::string& path) {
    FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) end(3);
    char part[1 << 16];
    for (ssize_t size; (size = read(0, part, sizeof part)) > 0;)
        if (std::fwrite(part, 1, size_t(size), file) != size_t(size)) end(3);
    if (std::fclose(file) != 0) end(3);
}

void put(const std::string& path, int stream, int flags) {
    int file = open(path.c_str(), flags, 0644);
    if (file < 0 || dup2(file, stream) < 0) end(99);
    close(file);
}

// Where files go that are needed for a moment.
std::string aside = "/tmp/";

std::string temporary() {
    std::string name = aside + "aside-XXXXXX";
    int file = mkstemp(&name[0]);
    if (file < 0) end(3);
    close(file);
    return name;
}

// Tells a process that was started anew that its arguments and streams are those of the program.
const char* const MARK = "PROGRAM_HAS_ITS_STREAMS";

// The exit code; negative where there is none.
int wait_for(pid_t child, bool* is_cut_off = nullptr) {
    int status = 0;
    if (waitpid(child, &status, 0) < 0) return -1;
    // It wrote to who had ended.
    if (is_cut_off) *is_cut_off = WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE;
    if (!WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

char* kept(const std::string& word) { return strdup(word.c_str()); }
