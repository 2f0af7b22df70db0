"""Wrong: prints how many pieces are captured, which for a step is none, where the number of hops
belongs."""
import sys

side, size, *rows = sys.stdin.read().split()
size = int(size)
board = {complex(r, c): rows[r][c] for r in range(size) for c in range(size)}
forward = 1 if side == "b" else -1
crown = size - 1 if side == "b" else 0


def ways(piece):
    both = [forward] if piece.islower() else [forward, -forward]
    return [complex(down, right) for down in both for right in (1, -1)]


def capture(at, piece):
    """The squares after `at` that the piece visits while it can take something."""
    for way in ways(piece):
        over, to = at + way, at + 2 * way
        if board.get(to) == "_" and board[over].lower() not in ("_", side):
            board[over] = "_"
            return [to] + capture(to, piece.upper() if to.real == crown else piece)
    return []


def step(at, piece):
    return next(([at + way] for way in ways(piece) if board.get(at + way) == "_"), [])


def move():
    own = [at for at in reversed(list(board)) if board[at].lower() == side]
    for find in (capture, step):
        for at in own:
            piece, board[at] = board[at], "_"
            path = find(at, piece)
            board[at] = piece
            if path:
                return [at] + path, len(path) if find is capture else 0


path, captured = move()
print(captured)
for at in path:
    print(int(at.real), int(at.imag))
