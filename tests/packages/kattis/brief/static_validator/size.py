import sys

language, entry_point, feedback, *bounds = sys.argv[1:]
size = len(open(entry_point).read())
if language != "python3" or size > 1000:
    sys.exit(43)
if bounds and size > int(bounds[0]):
    with open(feedback + "score_multiplier.txt", "w") as score:
        score.write("0.5\n")
sys.exit(42)
