"""Wrong: forgets the diagonal from the upper left to the lower right."""
import sys

LINES = (
    [[4 * i + j for j in range(4)] for i in range(4)]
    + [[4 * i + j for i in range(4)] for j in range(4)]
    + [[3, 6, 9, 12]]
)
NEAR = [
    [b for b in range(16) if abs(a // 4 - b // 4) + abs(a % 4 - b % 4) == 1] for a in range(16)
]


def solved(board):
    return any("".join(board[i] for i in line) in ("WWWW", "BBBB") for line in LINES)


def successors(board, turn):
    for to in range(16):
        if board[to] == ".":
            for start in NEAR[to]:
                if board[start] == turn:
                    cells = list(board)
                    cells[to], cells[start] = turn, "."
                    yield "".join(cells)


def fewest(board, turn):
    level, seen = {board}, {board}
    for moves in range(11):
        if any(map(solved, level)):
            return moves
        level = {after for b in level for after in successors(b, turn)} - seen
        seen |= level
        turn = "B" if turn == "W" else "W"
    return 99


board = "".join(sys.stdin.read().split())
best = min(fewest(board, "W"), fewest(board, "B"))
print(best if best <= 10 else -1)
