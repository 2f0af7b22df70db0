"""Plays any legal move, each as likely as another; the same one for the same position. Answers
positions until the input ends."""
import sys
import zlib


def positions():
    words = (word for line in sys.stdin for word in line.split())
    for side in words:
        size = int(next(words))
        yield side, [list(next(words)) for _ in range(size)]


class Game:
    def __init__(self, side, board):
        self.side, self.board, self.size = side, board, len(board)
        self.forward = 1 if side == "b" else -1
        self.last = self.size - 1 if side == "b" else 0

    def at(self, r, c):
        return self.board[r][c] if 0 <= r < self.size and 0 <= c < self.size else None

    def ways(self, piece):
        rows = (self.forward,) if piece.islower() else (-1, 1)
        return [(dr, dc) for dr in rows for dc in (-1, 1)]

    def captures(self, path, piece):
        r, c = path[-1]
        ended = True
        for dr, dc in self.ways(piece):
            over, to = self.at(r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            if over in (None, "_") or over.lower() == self.side or self.at(*to) != "_":
                continue
            ended = False
            self.board[r + dr][c + dc] = "_"
            yield from self.captures(path + [to], piece.upper() if to[0] == self.last else piece)
            self.board[r + dr][c + dc] = over
        if ended and len(path) > 1:
            yield path

    def steps(self, r, c):
        for dr, dc in self.ways(self.board[r][c]):
            if self.at(r + dr, c + dc) == "_":
                yield [(r, c), (r + dr, c + dc)]

    def moves(self):
        own = [(r, c) for r in range(self.size) for c in range(self.size)
               if self.board[r][c].lower() == self.side]
        captures = []
        for r, c in own:
            piece, self.board[r][c] = self.board[r][c], "_"
            captures += self.captures([(r, c)], piece)
            self.board[r][c] = piece
        return captures or [path for r, c in own for path in self.steps(r, c)]


for side, board in positions():
    moves = Game(side, board).moves()
    seed = zlib.crc32((side + "".join(map("".join, board))).encode())
    path = moves[seed % len(moves)]
    print(len(path) - 1, *(f"{r} {c}" for r, c in path), sep="\n", flush=True)
