
static Text all_of(std::FILE* file) {
    Text text;
    static char part[1 << 16];
    while (size_t count = std::fread(part, 1, sizeof part, file)) text.append(part, count);
    return text;
}

static Text file(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (!file) {
        std::fprintf(stderr, "cannot read %s\n", path);
        std::exit(3);
    }
    Text text = all_of(file);
    std::fclose(file);
    return text;
}
