# Mistake: counts what stands behind the piece and what it passes, but not what stands where it lands
# or beyond.
import sys

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]


def ray(row, column, down, right):
    row, column = row + down, column + right
    while 0 <= row < 8 and 0 <= column < 8:
        yield row, column
        row, column = row + down, column + right


def moves(board, player):
    for row in range(8):
        for column in range(8):
            if board[row][column] != player:
                continue
            for down, right in DIRECTIONS:
                ahead = list(ray(row, column, down, right))
                line = ahead + list(ray(row, column, -down, -right))
                behind = line[len(ahead) :]
                count = 1 + sum(board[r][c] != "." for r, c in behind)
                while count <= len(ahead) and count < 1 + sum(
                    board[r][c] != "." for r, c in behind + ahead[: count - 1]
                ):
                    count += 1
                if count > len(ahead):
                    continue
                if any(board[r][c] not in (player, ".") for r, c in ahead[: count - 1]):
                    continue
                r, c = ahead[count - 1]
                if board[r][c] != player:
                    yield "%c%d-%c%d" % (65 + row, column + 1, 65 + r, c + 1)


words = sys.stdin.read().split()
blocks = []
for start in range(0, len(words), 9):
    found = list(moves(words[start : start + 8], words[start + 8]))
    blocks.append("\n".join(found or ["No moves are possible"]))
print("\n\n".join(blocks))
