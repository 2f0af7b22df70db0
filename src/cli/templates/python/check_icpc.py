"""check INPUT ANSWER FEEDBACK: the output is read from standard input; exit code 42 right, 43 wrong; in
the folder FEEDBACK, the file judgemessage.txt gets one sentence that says why. The answer is not needed:
the input tells what is right.
"""

import re
import sys
from collections import Counter


def end(code, words):
    with open(sys.argv[3] + "/judgemessage.txt", "w") as file:
        print(words, file=file)
    sys.exit(code)


def words_of(file):
    return file.read().decode("ascii", "replace").split()


if len(sys.argv) < 4:
    sys.exit("usage: check INPUT ANSWER FEEDBACK")
with open(sys.argv[1], "rb") as file:
    counts = Counter(map(int, words_of(file)[1:]))
output = words_of(sys.stdin.buffer)
for word in output:
    if re.fullmatch("[0-9]{1,18}", word) is None:
        end(43, "expected numbers only")
if len(output) % 2:
    end(43, f"no count after {output[-1]}")

seen = set()
for value, count in zip(map(int, output[::2]), map(int, output[1::2])):
    if value not in counts:
        end(43, f"{value} is not in the list")
    if value in seen:
        end(43, f"{value} comes twice")
    if counts[value] != count:
        end(43, f"{value} stands {counts[value]} times in the list, not {count}")
    seen.add(value)
for value in counts:
    if value not in seen:
        end(43, f"{value} is missing")
end(42, f"{len(counts)} different numbers")
