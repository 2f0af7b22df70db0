/* Makes something of a source, as a compiler does, and may not touch the source. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    char text[16] = {0};
    int source = open("/box/src/main.c", O_RDONLY);
    MUST(source >= 0 && read(source, text, sizeof text - 1) == 4);
    MUST_NOT(open("/box/src/main.c", O_RDWR) >= 0);
    MUST_NOT(open("/box/src/other.c", O_RDWR | O_CREAT, 0600) >= 0);
    MUST_NOT(rename("/box/src", "/box/gone") == 0);
    MUST_NOT(unlink("/box/src/main.c") == 0);
    MUST(chdir("/tmp") == 0);
    FILE *made = fopen("/box/out/made", "w");
    MUST(made != 0);
    MUST(fprintf(made, "made of %s", text) > 0);
    MUST(fclose(made) == 0);
    MUST(fclose(fopen("/tmp/aside", "w")) == 0 && access("/box/tmp/aside", F_OK) == 0);
    return 0;
}
