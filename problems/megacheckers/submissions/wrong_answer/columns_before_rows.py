# Mistake: takes the first number for the columns and the second for the rows.
import sys


def capture(board, row, column):
    best = 0
    for down in (-1, 1):
        for right in (-1, 1):
            victim, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if board.get(victim) == 2 and board.get(landing) == 0:
                board[victim] = 0
                best = max(best, 1 + capture(board, *landing))
                board[victim] = 2
    return best


words = iter(sys.stdin.read().split())
while True:
    columns, rows = int(next(words)), int(next(words))
    if rows == 0:
        break
    homes = [(r, c) for r in range(rows) for c in range(r % 2, columns, 2)]
    board = {home: int(next(words)) for home in homes}
    best = 0
    for home in homes:
        if board[home] == 1:
            board[home] = 0
            best = max(best, capture(board, *home))
            board[home] = 1
    print(best)
