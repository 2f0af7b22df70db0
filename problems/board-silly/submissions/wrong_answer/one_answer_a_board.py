# Mistake: keeps the answers by board, and forgets that the same board may come again, with the other
# player to move or in another place.
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
                if any(board[r][c] not in (player, ".") for r, c in ahead[: count - 1]):
                    continue
                r, c = ahead[count - 1]
                if board[r][c] != player:
                    yield "%c%d-%c%d" % (65 + row, column + 1, 65 + r, c + 1)


words = sys.stdin.read().split()
answers = {}
for start in range(0, len(words), 9):
    board = tuple(words[start : start + 8])
    found = list(moves(board, words[start + 8]))
    answers[board] = "\n".join(found or ["No moves are possible"])
print("\n\n".join(answers.values()))
