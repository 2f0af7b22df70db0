import sys

text = sys.stdin.read()
right = text.endswith("\n") and text[:-1].isdigit() and int(text) <= {{most}}
sys.exit(42 if right and sys.argv[1:] in ([], ["5"]) else 43)
