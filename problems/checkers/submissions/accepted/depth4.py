"""Looks four moves ahead and counts pieces: alpha-beta to a fixed depth, a man 100, a king 150, a
little for men that have come far. A board is one text with a border around it, so that no square's
neighbours lie outside, and moves make new texts. Answers positions until the input ends."""
import sys

WON = 100_000


def positions():
    words = (word for line in sys.stdin for word in line.split())
    for side in words:
        size = int(next(words))
        yield side, [next(words) for _ in range(size)]


class Rules:
    """What holds for all boards of this size."""

    def __init__(self, size):
        self.size, self.width = size, size + 2
        self.squares = [self.square(r, c) for r in range(size) for c in range(size) if (r + c) % 2]
        down = [self.width - 1, self.width + 1]
        up = [-self.width - 1, -self.width + 1]
        self.ways = {"b": down, "w": up, "B": up + down, "W": up + down}
        top, bottom = ({self.square(r, c) for c in range(size)} for r in (0, size - 1))
        self.crowning = {"b": bottom, "w": top, "B": set(), "W": set()}

    def square(self, row, column):
        return (row + 1) * self.width + column + 1

    def place(self, square):
        return square // self.width - 1, square % self.width - 1

    def bordered(self, rows):
        beyond = "#" * self.width
        return beyond + "".join(f"#{row}#" for row in rows) + beyond

    def landed(self, piece, square):
        return piece.upper() if square in self.crowning[piece] else piece

    def captures(self, board, path, piece, found):
        """Adds what `piece`, in hand since it came along `path`, can end with: boards and paths."""
        at, ended = path[-1], True
        for way in self.ways[piece]:
            over, to = at + way, at + 2 * way
            if board[over] in "#_" or board[over].lower() == piece.lower() or board[to] != "_":
                continue
            ended = False
            self.captures(put(board, over, "_"), path + [to], self.landed(piece, to), found)
        if ended and len(path) > 1:
            found.setdefault(put(board, at, piece), path)

    def moves(self, board, side):
        """The boards after each move, with its path. Moves that end alike are one."""
        own = [at for at in self.squares if board[at].lower() == side]
        found = {}
        for at in own:
            self.captures(put(board, at, "_"), [at], board[at], found)
        if not found:
            for at in own:
                for to in (at + way for way in self.ways[board[at]]):
                    if board[to] == "_":
                        piece = self.landed(board[at], to)
                        found[put(put(board, at, "_"), to, piece)] = [at, to]
        return found

    def worth(self, board, side):
        """The pieces of black less those of white, or the other way round."""
        value = 150 * (board.count("B") - board.count("W"))
        for row in range(self.size):
            line = board[(row + 1) * self.width:(row + 2) * self.width]
            value += line.count("b") * (100 + row)
            value -= line.count("w") * (99 + self.size - row)
        return value if side == "b" else -value

    def search(self, board, side, depth, least, most):
        """The value for the side to move, where it lies between `least` and `most`."""
        if depth == 0:
            return self.worth(board, side)
        moves = self.moves(board, side)
        if not moves:
            return -WON - depth
        for after in moves:
            least = max(least, -self.search(after, other(side), depth - 1, -most, -least))
            if least >= most:
                break
        return least


def put(board, square, letter):
    return board[:square] + letter + board[square + 1:]


def other(side):
    return "w" if side == "b" else "b"


for side, rows in positions():
    rules = Rules(len(rows))
    best, path = -2 * WON, []
    for after, way in rules.moves(rules.bordered(rows), side).items():
        value = -rules.search(after, other(side), 3, -2 * WON, -best)
        if value > best:
            best, path = value, way
    print(len(path) - 1, *("%d %d" % rules.place(at) for at in path), sep="\n", flush=True)
