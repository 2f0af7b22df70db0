// Mistake: looks only at the first own piece that can capture anything.
#include <algorithm>
#include <cstdio>
#include <cstring>

static int rows, columns;
static int board[24][24];

static int capture(int row, int column) {
    int best = 0;
    for (int down = -1; down <= 1; down += 2) {
        for (int right = -1; right <= 1; right += 2) {
            int row2 = row + 2 * down, column2 = column + 2 * right;
            if (row2 < 0 || row2 >= rows || column2 < 0 || column2 >= columns) continue;
            if (board[row + down][column + right] != 2 || board[row2][column2] != 0) continue;
            board[row + down][column + right] = 0;
            best = std::max(best, 1 + capture(row2, column2));
            board[row + down][column + right] = 2;
        }
    }
    return best;
}

int main() {
    while (scanf("%d %d", &rows, &columns) == 2 && rows > 0) {
        memset(board, 0, sizeof board);
        for (int row = 0; row < rows; row++) {
            for (int column = row % 2; column < columns; column += 2) {
                if (scanf("%d", &board[row][column]) != 1) return 1;
            }
        }
        int best = 0;
        for (int row = 0; row < rows && best == 0; row++) {
            for (int column = row % 2; column < columns && best == 0; column += 2) {
                if (board[row][column] != 1) continue;
                board[row][column] = 0;
                best = capture(row, column);
                board[row][column] = 1;
            }
        }
        printf("%d\n", best);
    }
}
