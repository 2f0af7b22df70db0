# Mistake: remembers the best from a home, whatever has been captured on the way there.
import sys


def capture(board, row, column, known):
    if (row, column) not in known:
        best = 0
        for down in (-1, 1):
            for right in (-1, 1):
                victim, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
                if board.get(victim) == 2 and board.get(landing) == 0:
                    board[victim] = 0
                    best = max(best, 1 + capture(board, *landing, known))
                    board[victim] = 2
        known[row, column] = best
    return known[row, column]


words = iter(sys.stdin.read().split())
while True:
    rows, columns = int(next(words)), int(next(words))
    if rows == 0:
        break
    homes = [(r, c) for r in range(rows) for c in range(r % 2, columns, 2)]
    board = {home: int(next(words)) for home in homes}
    best = 0
    for home in homes:
        if board[home] == 1:
            board[home] = 0
            best = max(best, capture(board, *home, {}))
            board[home] = 1
    print(best)
