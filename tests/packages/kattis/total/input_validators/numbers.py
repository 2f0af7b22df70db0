import re
import sys

NUMBER = r"-?(0|[1-9]\d*)(\.\d+)?"
text = sys.stdin.read()
sys.exit(42 if re.fullmatch(rf"{NUMBER}( {NUMBER})*\n", text) else 43)
