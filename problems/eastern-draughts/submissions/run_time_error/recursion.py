"""Wrong: looks for a piece by recursion, two calls a cell. On large boards with few pieces that is
deeper than the language allows.
"""
import sys

STEPS = ((-1, 0), (0, -1), (1, -1), (-1, 1), (1, 0), (0, 1))


class Search:
    """The way from an unsettled piece to a cell through empty ones, whatever its length."""

    def __init__(self, pieces, settled, n):
        self.pieces = pieces
        self.n = n
        self.seen = set(settled)

    def visit(self, cell):
        self.seen.add(cell)
        if cell in self.pieces:
            return [cell]
        for dx, dy in STEPS:
            path = self.try_cell((cell[0] + dx, cell[1] + dy))
            if path:
                path.append(cell)
                return path
        return None

    def try_cell(self, cell):
        inside = 0 <= cell[0] < self.n and 0 <= cell[1] < self.n
        if inside and cell not in self.seen:
            return self.visit(cell)
        return None


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
                path = Search(pieces, settled, n).visit(target)
                moves += zip(path, path[1:])
                pieces.remove(path[0])
                pieces.add(target)
            settled.add(target)
    print(len(moves))
    for (x1, y1), (x2, y2) in moves:
        print(x1, y1, x2, y2)


main()
