// Tries captures until one takes every opponent within reach. Right, but where none does it tries
// them all, and on dense boards there are far too many.
#include <algorithm>
#include <cstdio>
#include <cstring>

static int rows, columns;
static int board[24][24];
static bool seen[24][24], reached[24][24];

static bool can_capture(int row, int column, int down, int right) {
    int row2 = row + 2 * down, column2 = column + 2 * right;
    return row2 >= 0 && row2 < rows && column2 >= 0 && column2 < columns &&
           board[row + down][column + right] == 2 && board[row2][column2] == 0;
}

// Opponents next to a square that jumps reach, as if none ever left the board.
static int within_reach(int row, int column) {
    int count = 0;
    seen[row][column] = true;
    for (int down = -1; down <= 1; down += 2) {
        for (int right = -1; right <= 1; right += 2) {
            if (!can_capture(row, column, down, right)) continue;
            bool &victim = reached[row + down][column + right];
            if (!victim) count++;
            victim = true;
            int row2 = row + 2 * down, column2 = column + 2 * right;
            if (!seen[row2][column2]) count += within_reach(row2, column2);
        }
    }
    return count;
}

static int capture(int row, int column, int enough) {
    int best = 0;
    for (int down = -1; down <= 1; down += 2) {
        for (int right = -1; right <= 1; right += 2) {
            if (best >= enough || !can_capture(row, column, down, right)) continue;
            board[row + down][column + right] = 0;
            best = std::max(best, 1 + capture(row + 2 * down, column + 2 * right, enough - 1));
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
        for (int row = 0; row < rows; row++) {
            for (int column = row % 2; column < columns; column += 2) {
                if (board[row][column] != 1) continue;
                board[row][column] = 0;
                memset(seen, 0, sizeof seen);
                memset(reached, 0, sizeof reached);
                int enough = within_reach(row, column);
                if (enough > best) best = std::max(best, capture(row, column, enough));
                board[row][column] = 1;
            }
        }
        printf("%d\n", best);
    }
}
