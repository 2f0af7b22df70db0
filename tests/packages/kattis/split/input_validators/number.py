import re
import sys

text = sys.stdin.read()
right = re.fullmatch(r"[1-9]\d{0,3}\n", text, re.ASCII) and int(text) >= 2
sys.exit(42 if right and int(text) <= int(sys.argv[1]) else 43)
