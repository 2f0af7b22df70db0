// Mistake: keeps the best continuation for every home and set of captured pieces that the search
// meets. There are far more such pairs on a dense board than memory holds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <unordered_map>

static int rows, columns;
static int board[24][24], index_of[24][24];
static std::unordered_map<uint64_t, int> known;

static int capture(int row, int column, uint64_t taken) {
    uint64_t key = taken << 8 | (uint64_t)(row * columns + column);
    auto found = known.find(key);
    if (found != known.end()) return found->second;
    int best = 0;
    for (int down = -1; down <= 1; down += 2) {
        for (int right = -1; right <= 1; right += 2) {
            int row2 = row + 2 * down, column2 = column + 2 * right;
            if (row2 < 0 || row2 >= rows || column2 < 0 || column2 >= columns) continue;
            if (board[row + down][column + right] != 2 || board[row2][column2] != 0) continue;
            uint64_t bit = (uint64_t)1 << index_of[row + down][column + right];
            if (taken & bit) continue;
            best = std::max(best, 1 + capture(row2, column2, taken | bit));
        }
    }
    return known[key] = best;
}

int main() {
    while (scanf("%d %d", &rows, &columns) == 2 && rows > 0) {
        memset(board, 0, sizeof board);
        int opponents = 0, best = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = row % 2; column < columns; column += 2) {
                if (scanf("%d", &board[row][column]) != 1) return 1;
                if (board[row][column] == 2) index_of[row][column] = opponents++;
            }
        }
        for (int row = 0; row < rows; row++) {
            for (int column = row % 2; column < columns; column += 2) {
                if (board[row][column] != 1) continue;
                board[row][column] = 0;
                known.clear();
                best = std::max(best, capture(row, column, 0));
                board[row][column] = 1;
            }
        }
        printf("%d\n", best);
    }
}
