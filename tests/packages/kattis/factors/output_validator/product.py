import sys

number = int(open(sys.argv[1]).read())
words = sys.stdin.read().split()
right = len(words) == 2 and all(word.isdigit() and int(word) > 1 for word in words)
sys.exit(42 if right and int(words[0]) * int(words[1]) == number else 43)
