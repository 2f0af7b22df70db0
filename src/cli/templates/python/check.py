"""check INPUT OUTPUT ANSWER: exit code 0 right, 1 wrong answer, 2 wrong format, 3 our own fault; on
standard error one sentence that says why. The answer is not needed: the input tells what is right.
"""

import re
import sys
from collections import Counter


def end(code, words):
    print(words, file=sys.stderr)
    sys.exit(code)


def words_of(path):
    with open(path, "rb") as file:
        return file.read().decode("ascii", "replace").split()


if len(sys.argv) < 3:
    end(3, "usage: check INPUT OUTPUT ANSWER")
counts = Counter(map(int, words_of(sys.argv[1])[1:]))
output = words_of(sys.argv[2])
for word in output:
    if re.fullmatch("[0-9]{1,18}", word) is None:
        end(2, "expected numbers only")
if len(output) % 2:
    end(2, f"no count after {output[-1]}")

seen = set()
for value, count in zip(map(int, output[::2]), map(int, output[1::2])):
    if value not in counts:
        end(1, f"{value} is not in the list")
    if value in seen:
        end(1, f"{value} comes twice")
    if counts[value] != count:
        end(1, f"{value} stands {counts[value]} times in the list, not {count}")
    seen.add(value)
for value in counts:
    if value not in seen:
        end(1, f"{value} is missing")
end(0, f"{len(counts)} different numbers")
