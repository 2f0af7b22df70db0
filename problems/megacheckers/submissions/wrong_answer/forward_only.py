# Mistake: jumps only away from the player's own edge, as in most other kinds of checkers.
import sys


def capture(board, row, column):
    best = 0
    for right in (-1, 1):
        victim, landing = (row + 1, column + right), (row + 2, column + 2 * right)
        if board.get(victim) == 2 and board.get(landing) == 0:
            best = max(best, 1 + capture(board, *landing))
    return best


words = iter(sys.stdin.read().split())
while True:
    rows, columns = int(next(words)), int(next(words))
    if rows == 0:
        break
    homes = [(r, c) for r in range(rows) for c in range(r % 2, columns, 2)]
    board = {home: int(next(words)) for home in homes}
    print(max([capture(board, *home) for home in homes if board[home] == 1], default=0))
