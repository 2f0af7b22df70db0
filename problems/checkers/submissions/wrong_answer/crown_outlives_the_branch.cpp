// Wrong: looks for the longest capture, and a man that was crowned in one branch is still a king in
// the next.
#include <cctype>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

typedef vector<pair<int, int>> Path;

int n;
char side;
vector<string> board;

bool is(int row, int column, char letter) {
    return row >= 0 && row < n && column >= 0 && column < n && tolower(board[row][column]) == letter;
}

bool may_go(char piece, int down) { return isupper(piece) || down == (side == 'b' ? 1 : -1); }

// All captures that begin with `path`; the piece is in hand.
void capture(Path& path, char& piece, vector<Path>& found) {
    auto [row, column] = path.back();
    bool ended = true;
    for (int down : {-1, 1})
        for (int right : {-1, 1}) {
            int over_row = row + down, over_column = column + right;
            int to_row = over_row + down, to_column = over_column + right;
            if (!may_go(piece, down) || !is(over_row, over_column, side == 'b' ? 'w' : 'b')) continue;
            if (!is(to_row, to_column, '_')) continue;
            ended = false;
            char taken = exchange(board[over_row][over_column], '_');
            bool last = to_row == (side == 'b' ? n - 1 : 0);
            path.push_back({to_row, to_column});
            if (last) piece = toupper(piece);
            capture(path, piece, found);
            path.pop_back();
            board[over_row][over_column] = taken;
        }
    if (ended && path.size() > 1) found.push_back(path);
}

void step(int row, int column, vector<Path>& found) {
    for (int down : {-1, 1})
        for (int right : {-1, 1})
            if (may_go(board[row][column], down) && is(row + down, column + right, '_'))
                found.push_back({{row, column}, {row + down, column + right}});
}

int main() {
    while (cin >> side >> n) {
        board.resize(n);
        for (auto& row : board) cin >> row;
        Path longest, steps;
        for (int row = 0; row < n; row++)
            for (int column = 0; column < n; column++) {
                if (!is(row, column, side)) continue;
                vector<Path> found;
                if (steps.empty()) {
                    step(row, column, found);
                    if (!found.empty()) steps = found[0];
                    found.clear();
                }
                vector<string> before = board;
                board[row][column] = '_';
                Path path{{row, column}};
                char piece = before[row][column];
                capture(path, piece, found);
                board = before;
                for (auto& path : found)
                    if (path.size() > longest.size()) longest = path;
            }
        auto& path = longest.empty() ? steps : longest;
        cout << path.size() - 1 << "\n";
        for (auto [row, column] : path) cout << row << " " << column << "\n";
        cout << flush;
    }
}
