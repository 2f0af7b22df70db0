"""Wrong: walks each piece left and then up to its place, and does not look whether another piece
stands in the way.
"""
import sys


def main():
    lines = sys.stdin.read().split()
    n = int(lines[0])
    pieces = [(x, y) for y in range(n) for x in range(n) if lines[1 + y][x] == "*"]
    pieces.sort(key=sum)
    goal = []
    for d in range(n):
        goal += [(x, d - x) for x in range(d + 1)]
    goal = goal[: len(pieces)]
    missing = [cell for cell in goal if cell not in pieces]
    strays = [piece for piece in pieces if piece not in goal]
    moves = []
    for (x, y), (goal_x, goal_y) in zip(strays, missing):
        while x != goal_x:
            step = 1 if x < goal_x else -1
            moves.append((x, y, x + step, y))
            x += step
        while y != goal_y:
            step = 1 if y < goal_y else -1
            moves.append((x, y, x, y + step))
            y += step
    print(len(moves))
    for move in moves:
        print(*move)


main()
