"""Wrong: passes, which is no move: no hop, and one square of its own."""
import sys

side, size, *rows = sys.stdin.read().split()
r, c = next((r, c) for r, row in enumerate(rows) for c, piece in enumerate(row)
            if piece.lower() == side)
print(0, r, c)
