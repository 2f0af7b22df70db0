# Adds two numbers; the modules are compiled ones, which must be found beside the interpreter.
import heapq
import math
import sys

print(math.floor(sum(heapq.nsmallest(2, map(int, sys.stdin.read().split())))))
