import re
import sys

text = sys.stdin.read()
right = re.fullmatch(r"(0|[1-9]\d*)\n", text) and int(text) <= {{most}}
sys.exit(42 if right and sys.argv[1:] in ([], ["5"]) else 43)
