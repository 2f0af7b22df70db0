import sys

answer = int(open(sys.argv[2]).read())
text = sys.stdin.read().strip()
if not text.isdigit() or abs(int(text) - answer) > 1:
    sys.exit(43)
if int(text) != answer:
    if sys.argv[4:] != ["parts"]:
        sys.exit(43)
    with open(sys.argv[3] + "score_multiplier.txt", "w") as score:
        score.write("0.5\n")
sys.exit(42)
