"""interact INPUT ANSWER FEEDBACK: talks with a submission by standard input and output; exit code 42
right, 43 wrong; in the folder FEEDBACK, the file judgemessage.txt gets one sentence that says why. There
is no answer here.
"""

import re
import sys

GUESSES = 20


def end(code, words):
    with open(sys.argv[3] + "/judgemessage.txt", "w") as file:
        print(words, file=file)
    sys.exit(code)


if len(sys.argv) < 4:
    sys.exit("usage: interact INPUT ANSWER FEEDBACK")
with open(sys.argv[1]) as file:
    number = int(file.read())
for count in range(1, GUESSES + 1):
    line = sys.stdin.buffer.readline(100).decode("ascii", "replace")
    if re.fullmatch("[0-9]{1,9}", line.strip()) is None:
        found = ascii(line.strip()) if line else "the end of the output"
        end(43, f"guess {count}: expected a number, found {found}")
    guess = int(line)
    reply = "lower" if number < guess else "higher" if number > guess else "found"
    print(reply, flush=True)
    if reply == "found":
        end(42, f"{count} guesses")
end(43, f"not found with {GUESSES} guesses")
