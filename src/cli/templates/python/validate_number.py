"""Reads an input from standard input; exit code 0 when it is one number as the statement says, else 3
and on standard error what was expected."""

import re
import sys

text = sys.stdin.buffer.read().decode("ascii", "replace")
if re.fullmatch("[1-9][0-9]{0,6}\n", text) is None or int(text) > 1000000:
    print("line 1: expected one number from 1 to 1000000, and the end of its line", file=sys.stderr)
    sys.exit(3)
