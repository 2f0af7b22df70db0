import re
import sys

text = sys.stdin.read()
sys.exit(42 if re.fullmatch(r"-?\d+(\.\d+)?( -?\d+(\.\d+)?)*\n", text) else 43)
