# Mistake: asks what it passes over only when the target is empty: captures go over opponents.
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
                count = 1 + sum(board[r][c] != "." for r, c in line)
                if count > len(ahead):
                    continue
                r, c = ahead[count - 1]
                passed = [board[i][j] for i, j in ahead[: count - 1]]
                if board[r][c] == "." and any(piece not in (player, ".") for piece in passed):
                    continue
                if board[r][c] != player:
                    yield "%c%d-%c%d" % (65 + row, column + 1, 65 + r, c + 1)


words = sys.stdin.read().split()
blocks = []
for start in range(0, len(words), 9):
    found = list(moves(words[start : start + 8], words[start + 8]))
    blocks.append("\n".join(found or ["No moves are possible"]))
print("\n\n".join(blocks))
