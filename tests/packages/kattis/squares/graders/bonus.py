import sys

bonus = int(sys.argv[1].removeprefix("bonus="))
results = [line.split() for line in sys.stdin]
score = sum(float(score) for _, score in results)
failed = [verdict for verdict, _ in results if verdict != "AC"]
if not failed:
    score += bonus
print(failed[0] if score == 0 else "AC", score)
