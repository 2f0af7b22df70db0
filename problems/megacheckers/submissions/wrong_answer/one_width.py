# Mistake: takes the homes of every row to begin in the first column or the second by turns, but as
# many in each row, which is right for even widths only.
import sys

sys.setrecursionlimit(10000)


def capture(board, row, column):
    best = 0
    for down in (-1, 1):
        for right in (-1, 1):
            victim, landing = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if board.get(victim) == 2 and board.get(landing) == 0:
                board[victim] = 0
                best = max(best, 1 + capture(board, *landing))
                board[victim] = 2
    return best


words = iter(sys.stdin.read().split())
while True:
    rows, columns = int(next(words)), int(next(words))
    if rows == 0:
        break
    board = {}
    width = (columns + 1) // 2
    for number in range((rows * columns + 1) // 2):
        row = number // width
        board[row, number % width * 2 + row % 2] = int(next(words))
    best = 0
    for home in list(board):
        if board[home] == 1:
            board[home] = 0
            best = max(best, capture(board, *home))
            board[home] = 1
    print(best)
