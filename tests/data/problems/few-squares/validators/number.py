import re
import sys

text = sys.stdin.buffer.read()
if not re.fullmatch(rb"[1-9][0-9]{0,6}\n", text) or int(text) > 1000000:
    print("FAIL expected a number from 1 to 1000000 (stdin, line 1)", file=sys.stderr)
    sys.exit(3)
