import re
import sys

number = int(open(sys.argv[1]).read())
text = sys.stdin.read()
if not re.fullmatch(r"\s*[1-9]\d{0,3}\s+[1-9]\d{0,3}\s*", text, re.ASCII):
    sys.exit(43)
sys.exit(42 if sum(map(int, text.split())) == number else 43)
