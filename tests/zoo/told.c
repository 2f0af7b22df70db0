/* Looks for a word in all that the system tells of this process, by tables and by links. */
#include "zoo.h"
static const char *word;
static char text[1 << 20];
static void look(const char *path, int depth) {
    ssize_t length = readlink(path, text, sizeof text - 1);
    if (length > 0) {
        text[length] = 0;
        if (strstr(text, word)) { fprintf(stderr, "%s -> %s\n", path, text); exit(1); }
        return;
    }
    DIR *folder = depth < 3 ? opendir(path) : 0;
    if (folder) {
        struct dirent *entry;
        while ((entry = readdir(folder))) {
            char below[4096];
            if (entry->d_name[0] == '.') continue;
            snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
            look(below, depth + 1);
        }
        closedir(folder);
        return;
    }
    int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return;
    length = read(file, text, sizeof text - 1);
    close(file);
    if (length > 0 && memmem(text, length, word, strlen(word))) {
        /* Words of ours are no news. */
        int ours = strstr(path, "/cmdline") || strstr(path, "/environ");
        if (!ours) { fprintf(stderr, "%s: %.*s\n", path, (int)length, text); exit(1); }
    }
}
int main(int argc, char **argv) {
    word = argv[1];
    look("/proc/self", 0);
    look("/etc", 1);
    struct utsname { char all[6][65]; } names;
    MUST(syscall(SYS_uname, &names) == 0 && !strcmp(names.all[1], "box"));
    MUST(open("/dev/tty", O_RDWR) < 0);
    /* The input can be opened anew for reading. */
    char byte;
    int again = open("/dev/stdin", O_RDONLY);
    MUST(again >= 0 && read(again, &byte, 1) == 1 && byte == 'i');
    return 0;
}
