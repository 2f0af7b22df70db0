# Mistake: counts every opponent that some capture of the piece can take, though one capture need
# not be able to take them all.
import sys


def within_reach(board, start):
    taken, seen, stack = set(), {start}, [start]
    while stack:
        row, column = stack.pop()
        for down in (-1, 1):
            for right in (-1, 1):
                victim = row + down, column + right
                landing = row + 2 * down, column + 2 * right
                if board.get(victim) == 2 and (board.get(landing) == 0 or landing == start):
                    taken.add(victim)
                    if landing not in seen:
                        seen.add(landing)
                        stack.append(landing)
    return len(taken)


words = iter(sys.stdin.read().split())
while True:
    rows, columns = int(next(words)), int(next(words))
    if rows == 0:
        break
    homes = [(r, c) for r in range(rows) for c in range(r % 2, columns, 2)]
    board = {home: int(next(words)) for home in homes}
    print(max([within_reach(board, home) for home in homes if board[home] == 1], default=0))
