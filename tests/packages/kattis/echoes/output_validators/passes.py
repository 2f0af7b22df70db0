import os
import sys

kind, number = open(sys.argv[1]).read().split()
feedback = sys.argv[3]
state = os.path.join(feedback, "state.txt")
found = sys.stdin.read().split()
if not os.path.exists(state):
    if len(found) != 1:
        sys.exit(43)
    with open(state, "w") as kept:
        kept.write(number)
    with open(os.path.join(feedback, "nextpass.in"), "w") as following:
        following.write("second " + found[0] + "\n")
    sys.exit(42)
sys.exit(42 if found == [open(state).read()] else 43)
