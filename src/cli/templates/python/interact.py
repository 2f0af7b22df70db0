"""interact INPUT OUTPUT: talks with a submission by standard input and output. Exit code 0: right, 1:
wrong answer, 2: wrong format, 3: the jury's fault. Standard error gets one sentence that says why. The
protocol names a log file, OUTPUT, which is not used here.
"""

import re
import sys

GUESSES = 20


def end(code, words):
    print(words, file=sys.stderr)
    sys.exit(code)


if len(sys.argv) < 3:
    end(3, "usage: interact INPUT OUTPUT")
with open(sys.argv[1]) as file:
    number = int(file.read())
for count in range(1, GUESSES + 1):
    line = sys.stdin.buffer.readline(100).decode("ascii", "replace")
    if re.fullmatch("[0-9]{1,9}", line.strip()) is None:
        found = ascii(line.strip()) if line else "the end of the output"
        end(2, f"guess {count}: expected a number, found {found}")
    guess = int(line)
    reply = "lower" if number < guess else "higher" if number > guess else "found"
    print(reply, flush=True)
    if reply == "found":
        end(0, f"{count} guesses")
end(1, f"not found with {GUESSES} guesses")
