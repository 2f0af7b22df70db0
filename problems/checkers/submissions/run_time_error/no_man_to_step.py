"""Wrong: when nothing can be captured it always steps with a man, the most advanced that can; where
only kings can step, there is none."""
import sys


def read():
    side, size, *rows = sys.stdin.read().split()
    return side, int(size), [list(row) for row in rows]


side, size, board = read()
forward = 1 if side == "b" else -1
last = size - 1 if side == "b" else 0


def inside(r, c):
    return 0 <= r < size and 0 <= c < size


def ways(piece):
    rows = (forward,) if piece.islower() else (forward, -forward)
    return [(dr, dc) for dr in rows for dc in (-1, 1)]


def is_enemy(r, c):
    return board[r][c] != "_" and board[r][c].lower() != side


def jumps(r, c, piece):
    for dr, dc in ways(piece):
        if inside(r + 2 * dr, c + 2 * dc) and board[r + 2 * dr][c + 2 * dc] == "_":
            if is_enemy(r + dr, c + dc):
                yield r + dr, c + dc, r + 2 * dr, c + 2 * dc


def capture(r, c):
    piece, board[r][c] = board[r][c], "_"
    path = [(r, c)]
    while True:
        found = next(jumps(r, c, piece), None)
        if not found:
            board[path[0][0]][path[0][1]] = piece
            return path
        over_r, over_c, r, c = found
        board[over_r][over_c] = "_"
        if r == last:
            piece = piece.upper()
        path.append((r, c))


def steps(r, c):
    for dr, dc in ways(board[r][c]):
        if inside(r + dr, c + dc) and board[r + dr][c + dc] == "_":
            yield r + dr, c + dc


def move():
    own = [(r, c) for r in range(size) for c in range(size) if board[r][c].lower() == side]
    for r, c in own:
        path = capture(r, c)
        if len(path) > 1:
            return path
    men = [(r, c) for r, c in own if board[r][c].islower() and any(steps(r, c))]
    best = max(men, key=lambda at: at[0] * forward)
    return [best, next(steps(*best))]


path = move()
print(len(path) - 1)
for r, c in path:
    print(r, c)
