# Mistake: takes the bound for the answer: of the opponents within reach it leaves out one for every
# two homes of odd degree beyond those that the trail may have. What is left need not hang together,
# and which odd homes can be paired by leaving out a single opponent is not asked.
import sys


def bound(board, start):
    degree, stack, seen = {}, [start], {start}
    while stack:
        row, column = home = stack.pop()
        degree[home] = 0
        for down in (-1, 1):
            for right in (-1, 1):
                landing = row + 2 * down, column + 2 * right
                free = board.get(landing) == 0 or landing == start
                if board.get((row + down, column + right)) == 2 and free:
                    degree[home] += 1
                    if landing not in seen:
                        seen.add(landing)
                        stack.append(landing)
    odd = sum(count % 2 for home, count in degree.items() if home != start)
    # The start wants an odd degree and so does one other home; or none at all.
    return sum(degree.values()) // 2 - odd // 2


words = iter(sys.stdin.read().split())
while True:
    rows, columns = int(next(words)), int(next(words))
    if rows == 0:
        break
    homes = [(r, c) for r in range(rows) for c in range(r % 2, columns, 2)]
    board = {home: int(next(words)) for home in homes}
    print(max([bound(board, home) for home in homes if board[home] == 1], default=0))
