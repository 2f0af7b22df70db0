import sys

words = open(sys.argv[1]).read().split()
found = sys.stdin.read().split()
right = sorted(words) == sorted(found) and words != found
with open(sys.argv[3] + "judgemessage.txt", "w") as message:
    message.write("flags: " + " ".join(sys.argv[4:]))
sys.exit(42 if right else 43)
