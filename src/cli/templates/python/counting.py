"""The reference: counts in a dictionary, N log N steps with the sorting."""

import sys
from collections import Counter

words = sys.stdin.read().split()
n = int(words[0])
for value, count in sorted(Counter(map(int, words[1:])).items()):
    print(value, count)
