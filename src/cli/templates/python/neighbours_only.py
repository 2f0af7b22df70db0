"""Wrong: counts equal neighbours without sorting first."""

import sys
from itertools import groupby

words = sys.stdin.read().split()
n = int(words[0])
for value, group in groupby(map(int, words[1:])):
    count = len(list(group))
    print(value, count)
