"""Too slow: on crowded boards it explores the turns of all pieces before each turn, again from nothing and
once for each direction in which they may begin, and makes the best. In this language that is far too much.
"""
import sys

STEPS = ((-1, 0), (0, -1), (1, -1), (-1, 1), (1, 0), (0, 1))
CROWDED = 300


def read():
    lines = sys.stdin.read().split()
    n = int(lines[0])
    return n, {(x, y) for y in range(n) for x in range(n) if lines[1 + y][x] == "*"}


def best_turn(start, pieces, n):
    """The path of the turn that brings the piece on `start` nearest to the corner."""

    def free(cell):
        return 0 <= cell[0] < n and 0 <= cell[1] < n and cell not in pieces

    turns = [[start]]
    for first in STEPS:
        paths = {start: [start]}
        queue = [start]
        for x, y in queue:
            for dx, dy in [first] if (x, y) == start else STEPS:
                to = (x + 2 * dx, y + 2 * dy)
                if (x + dx, y + dy) in pieces and free(to) and to not in paths:
                    paths[to] = paths[(x, y)] + [to]
                    queue.append(to)
        turns.extend(paths.values())
        to = (start[0] + first[0], start[1] + first[1])
        if free(to):
            turns.append([start, to])
    return min(turns, key=lambda path: sum(path[-1]))


def path_of_nearest(target, pieces, settled, n):
    """The cells from the nearest unsettled piece to the empty cell `target`."""
    towards = {target: None}
    queue = [target]
    for cell in queue:
        for dx, dy in STEPS:
            other = (cell[0] + dx, cell[1] + dy)
            inside = 0 <= other[0] < n and 0 <= other[1] < n
            if not inside or other in towards or other in settled:
                continue
            towards[other] = cell
            if other in pieces:
                path = [other]
                while path[-1] != target:
                    path.append(towards[path[-1]])
                return path
            queue.append(other)


def main():
    n, pieces = read()
    p = 1
    while p * (p + 1) // 2 < len(pieces):
        p += 1
    moves = []

    def make(path):
        moves.extend(zip(path, path[1:]))
        pieces.remove(path[0])
        pieces.add(path[-1])

    while len(pieces) >= CROWDED:
        turns = [best_turn(piece, pieces, n) for piece in sorted(pieces)]
        best = max(turns, key=lambda path: sum(path[0]) - sum(path[-1]))
        if sum(best[0]) <= sum(best[-1]):
            break
        make(best)
    settled = set()
    for d in range(p):
        for x in range(d + 1):
            target = (x, d - x)
            if target not in pieces:
                make(path_of_nearest(target, pieces, settled, n))
            settled.add(target)
    print(len(moves))
    for (x1, y1), (x2, y2) in moves:
        print(x1, y1, x2, y2)


main()
