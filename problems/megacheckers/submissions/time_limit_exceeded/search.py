# Tries captures until one takes every opponent within reach. Right, but where none does it tries
# them all, and on dense boards there are far too many.
import sys


def within_reach(board, start):
    taken, seen, stack = set(), {start}, [start]
    while stack:
        row, column = stack.pop()
        for down in (-1, 1):
            for right in (-1, 1):
                victim = row + down, column + right
                landing = row + 2 * down, column + 2 * right
                if board.get(victim) == 2 and board.get(landing) == 0:
                    taken.add(victim)
                    if landing not in seen:
                        seen.add(landing)
                        stack.append(landing)
    return len(taken)


def capture(board, row, column, enough):
    best = 0
    for down in (-1, 1):
        for right in (-1, 1):
            victim, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if best < enough and board.get(victim) == 2 and board.get(landing) == 0:
                board[victim] = 0
                best = max(best, 1 + capture(board, *landing, enough - 1))
                board[victim] = 2
    return best


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
            enough = within_reach(board, home)
            if enough > best:
                best = max(best, capture(board, *home, enough))
            board[home] = 1
    print(best)
