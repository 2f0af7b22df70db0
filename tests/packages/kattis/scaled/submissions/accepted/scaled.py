import sys

factor = int(sys.argv[1]) if len(sys.argv) > 1 else {{factor}}
print(int(input()) * factor)
