/* Types into the terminal of the judge. */
#include "zoo.h"
#include <termios.h>
int main(int argc, char **argv) {
    (void)argc; (void)argv;
    MUST_NOT(open("/dev/tty", O_RDWR) >= 0);
    MUST_NOT(open("/dev/ptmx", O_RDWR) >= 0);
    for (int i = 0; i < 3; i++) {
        MUST_NOT(ioctl(i, TIOCSTI, "x") == 0);
        MUST_NOT(ioctl(i, TIOCSCTTY, 0) == 0);
    }
    return 0;
}
