"""Wrong: goes depth first until a line stands, remembering boards but knowing no bound; the
recursion gets deeper than Python allows."""
import sys

LINES = (
    [[4 * i + j for j in range(4)] for i in range(4)]
    + [[4 * i + j for i in range(4)] for j in range(4)]
    + [[0, 5, 10, 15], [3, 6, 9, 12]]
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


def fewest(board, turn, path):
    if solved(board):
        return 0
    other = "B" if turn == "W" else "W"
    after = [b for b in successors(board, turn) if b not in path]
    return 1 + min((fewest(b, other, path | {b}) for b in after), default=99)


board = "".join(sys.stdin.read().split())
print(min(fewest(board, turn, {board}) for turn in "WB"))
