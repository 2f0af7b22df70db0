"""Right but slow: sorts by exchanging neighbours, N * N steps."""

import sys
from itertools import groupby

words = sys.stdin.read().split()
n = int(words[0])
numbers = list(map(int, words[1:]))
for end in range(n, 1, -1):
    for i in range(1, end):
        if numbers[i - 1] > numbers[i]:
            numbers[i - 1], numbers[i] = numbers[i], numbers[i - 1]
for value, group in groupby(numbers):
    count = len(list(group))
    print(value, count)
