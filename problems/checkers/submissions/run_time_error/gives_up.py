"""Wrong: resigns, by an exit status of 1, when something can be captured; otherwise it steps."""
import sys

side, size, *rows = sys.stdin.read().split()
size = int(size)
board = {(r, c): rows[r][c] for r in range(size) for c in range(size)}
forward = 1 if side == "b" else -1
own = [at for at in board if board[at].lower() == side]


def ways(at):
    downs = (forward,) if board[at].islower() else (-1, 1)
    return [(down, right) for down in downs for right in (-1, 1)]


def shifted(at, way, by):
    return at[0] + by * way[0], at[1] + by * way[1]


def can_take(at, way):
    over, to = shifted(at, way, 1), shifted(at, way, 2)
    return board.get(to) == "_" and board[over].lower() not in ("_", side)


if any(can_take(at, way) for at in own for way in ways(at)):
    sys.exit(1)
at, to = next((at, shifted(at, way, 1)) for at in own for way in ways(at)
              if board.get(shifted(at, way, 1)) == "_")
print(1, *at, *to)
