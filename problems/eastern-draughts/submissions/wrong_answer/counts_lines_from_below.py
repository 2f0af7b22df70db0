"""Wrong: reads the board rightly, but prints lines as if they were counted from the bottom."""
import sys

STEPS = ((-1, 0), (0, -1), (1, -1), (-1, 1), (1, 0), (0, 1))


def path_of_nearest(target, pieces, settled, n):
    """The cells from the nearest unsettled piece to the empty cell `target`."""
    towards = {target: None}
    queue = [target]
    for cell in queue:
        x, y = cell
        for dx, dy in STEPS:
            other = (x + dx, y + dy)
            if other in towards or not (0 <= other[0] < n and 0 <= other[1] < n):
                continue
            if other in settled:
                continue
            towards[other] = cell
            if other in pieces:
                path = [other]
                while path[-1] != target:
                    path.append(towards[path[-1]])
                return path
            queue.append(other)
    raise AssertionError("what is not settled is connected")


def main():
    lines = sys.stdin.read().split()
    n = int(lines[0])
    pieces = {(x, y) for y in range(n) for x in range(n) if lines[1 + y][x] == "*"}
    p = 1
    while p * (p + 1) // 2 < len(pieces):
        p += 1
    settled = set()
    moves = []
    for d in range(p):
        for x in range(d + 1):
            target = (x, d - x)
            if target not in pieces:
                path = path_of_nearest(target, pieces, settled, n)
                moves += zip(path, path[1:])
                pieces.remove(path[0])
                pieces.add(target)
            settled.add(target)
    print(len(moves))
    for (x1, y1), (x2, y2) in moves:
        print(x1, n - 1 - y1, x2, n - 1 - y2)


main()
