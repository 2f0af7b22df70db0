"""Reads an input from standard input; exit code 0 when it is just as the statement says, else 3 and
on standard error where it is not."""

import re
import sys


def refuse(line, expected):
    print(f"line {line}: expected {expected}", file=sys.stderr)
    sys.exit(3)


def is_number(text, greatest):
    return re.fullmatch("[1-9][0-9]{0,9}", text) is not None and int(text) <= greatest


text = sys.stdin.buffer.read().decode("ascii", "replace")
lines = text.split("\n")
if not is_number(lines[0], 100000):
    refuse(1, "N from 1 to 100000")
if len(lines) < 3:
    refuse(len(lines), "two lines, each with its end")
numbers = lines[1].split(" ")
if len(numbers) != int(lines[0]):
    refuse(2, f"{lines[0]} numbers, separated by single blanks")
for number in numbers:
    if not is_number(number, 1000000000):
        refuse(2, "numbers from 1 to 1000000000")
if lines[2:] != [""]:
    refuse(3, "nothing after the list")
