"""Takes what is worth most now, a king counting more than a man, and crowns where it can; never
looks further. Equal moves are told apart by the position, so that games differ. Answers positions
until the input ends."""
import sys
import zlib


def positions():
    words = (word for line in sys.stdin for word in line.split())
    for side in words:
        size = int(next(words))
        rows = [next(words) for _ in range(size)]
        yield side, size, {(r, c): rows[r][c] for r in range(size) for c in range(size)}


def ways(piece):
    return [(dr, dc) for dr in (-1, 1) for dc in (-1, 1) if piece != ("b", "w")[dr > 0]]


def captures(board, path, piece, gain, last):
    """The captures that begin with `path`, and what they gain; the piece lies nowhere."""
    (r, c), ended = path[-1], True
    for dr, dc in ways(piece):
        over, to = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
        taken = board.get(over, "_")
        if taken == "_" or taken.lower() == piece.lower() or board.get(to) != "_":
            continue
        ended = False
        crowned = piece.islower() and to[0] == last
        yield from captures({**board, over: "_"}, path + [to], piece.upper() if crowned else piece,
                            gain + (4 if taken.isupper() else 3) + crowned, last)
    if ended and len(path) > 1:
        yield gain, path


def steps(board, square, last):
    piece, (r, c) = board[square], square
    for to in ((r + dr, c + dc) for dr, dc in ways(piece)):
        if board.get(to) == "_":
            yield int(piece.islower() and to[0] == last), [square, to]


for side, size, board in positions():
    last = size - 1 if side == "b" else 0
    own = [at for at in board if board[at].lower() == side]
    moves = [move for at in own
             for move in captures({**board, at: "_"}, [at], board[at], 0, last)]
    moves = moves or [move for at in own for move in steps(board, at, last)]
    most = max(gain for gain, _ in moves)
    best = [path for gain, path in moves if gain == most]
    path = best[zlib.crc32((side + "".join(board.values())).encode()) % len(best)]
    print(len(path) - 1, *(f"{r} {c}" for r, c in path), sep="\n", flush=True)
