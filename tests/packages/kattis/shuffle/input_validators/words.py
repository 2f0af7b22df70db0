import re
import sys

text = sys.stdin.read()
sys.exit(42 if re.fullmatch(r"[a-z]+( [a-z]+)+\n", text) else 43)
