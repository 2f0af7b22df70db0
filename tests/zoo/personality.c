/* Changes its personality: memory at fixed places, and executable. */
#include "zoo.h"
#include <sys/personality.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    personality(ADDR_NO_RANDOMIZE | READ_IMPLIES_EXEC | ADDR_COMPAT_LAYOUT);
    personality(PER_LINUX32);
    return 0;
}
