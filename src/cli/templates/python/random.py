"""random COUNT GREATEST SEED: a list of COUNT numbers from 1 to GREATEST.

The same arguments give the same list on every machine: the random numbers are our own
(splitmix64), as those of a library may change with its version.
"""

import sys

if len(sys.argv) != 4:
    sys.exit("usage: random COUNT GREATEST SEED")
count, greatest, state = map(int, sys.argv[1:])
if count < 1 or greatest < 1:
    sys.exit("COUNT and GREATEST: expected at least 1")

MASK = (1 << 64) - 1


def following():
    global state
    state = (state + 0x9E3779B97F4A7C15) & MASK
    x = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


print(count)
print(*(following() % greatest + 1 for _ in range(count)))
