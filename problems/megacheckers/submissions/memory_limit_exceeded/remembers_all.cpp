// Mistake: remembers the best continuation for every board and home that the search meets, the
// whole board as a string. There are far more of them on a dense board than memory holds.
#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>

static int rows, columns;
static std::string board;
static std::unordered_map<std::string, int> known;

static int capture(int row, int column) {
    std::string key = board + ' ' + std::to_string(row * columns + column);
    auto found = known.find(key);
    if (found != known.end()) return found->second;
    int best = 0;
    for (int down = -1; down <= 1; down += 2) {
        for (int right = -1; right <= 1; right += 2) {
            int row2 = row + 2 * down, column2 = column + 2 * right;
            if (row2 < 0 || row2 >= rows || column2 < 0 || column2 >= columns) continue;
            char& victim = board[(row + down) * columns + column + right];
            if (victim != '2' || board[row2 * columns + column2] != '0') continue;
            victim = '0';
            best = std::max(best, 1 + capture(row2, column2));
            victim = '2';
        }
    }
    return known[key] = best;
}

int main() {
    while (scanf("%d %d", &rows, &columns) == 2 && rows > 0) {
        board.assign(rows * columns, ' ');
        for (int row = 0; row < rows; row++) {
            for (int column = row % 2; column < columns; column += 2) {
                if (scanf(" %c", &board[row * columns + column]) != 1) return 1;
            }
        }
        int best = 0;
        for (int home = 0; home < rows * columns; home++) {
            if (board[home] != '1') continue;
            board[home] = '0';
            best = std::max(best, capture(home / columns, home % columns));
            board[home] = '1';
        }
        known.clear();
        printf("%d\n", best);
    }
}
