import sys

number = int(open(sys.argv[1]).read())
sys.exit(42 if sys.stdin.read() == f"1 {number - 1}\n" else 43)
