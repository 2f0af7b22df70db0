/* Stores and looks for keys. */
#include "zoo.h"
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    for (int ring = -1; ring >= -7; ring--) {
        MUST_NOT(syscall(SYS_add_key, "user", "jury", "x", 1, ring) >= 0);
        MUST_NOT(syscall(SYS_keyctl, 0, ring, 1) >= 0);
    }
    MUST_NOT(syscall(SYS_request_key, "user", "jury", 0, -4) >= 0);
    MUST_NOT(syscall(SYS_keyctl, 1, "jury") >= 0);
    return 0;
}
