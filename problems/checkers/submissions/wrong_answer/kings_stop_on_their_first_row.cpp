// Wrong: a king that comes to the row where its side began stops there.
#include <cctype>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int size_of_board;
char side;
vector<string> board;

bool inside(int r, int c) { return r >= 0 && c >= 0 && r < size_of_board && c < size_of_board; }

bool goes(char piece, int down) {
    return isupper(piece) || down == (side == 'b' ? 1 : -1);
}

// Looks for a jump from (r, c); sets where it ends.
bool find_jump(int r, int c, int& to_r, int& to_c) {
    for (int down : {-1, 1})
        for (int right : {-1, 1}) {
            if (!goes(board[r][c], down)) continue;
            to_r = r + 2 * down, to_c = c + 2 * right;
            if (!inside(to_r, to_c) || board[to_r][to_c] != '_') continue;
            char over = board[r + down][c + right];
            if (over != '_' && tolower(over) != side) return true;
        }
    return false;
}

void print(const vector<pair<int, int>>& path) {
    cout << path.size() - 1 << "\n";
    for (auto [r, c] : path) cout << r << " " << c << "\n";
}

int main() {
    cin >> side >> size_of_board;
    board.resize(size_of_board);
    for (auto& row : board) cin >> row;
    int last = side == 'b' ? size_of_board - 1 : 0;
    for (int r = 0; r < size_of_board; r++)
        for (int c = 0; c < size_of_board; c++) {
            if (tolower(board[r][c]) != side) continue;
            vector<pair<int, int>> path{{r, c}};
            int at_r = r, at_c = c, to_r, to_c;
            while (find_jump(at_r, at_c, to_r, to_c)) {
                if (path.size() > 1 && at_r == size_of_board - 1 - last) break;
                char piece = board[at_r][at_c];
                board[at_r][at_c] = '_';
                board[(at_r + to_r) / 2][(at_c + to_c) / 2] = '_';
                if (to_r == last) piece = toupper(piece);
                board[to_r][to_c] = piece;
                at_r = to_r, at_c = to_c;
                path.push_back({at_r, at_c});
            }
            if (path.size() > 1) {
                print(path);
                return 0;
            }
        }
    for (int r = 0; r < size_of_board; r++)
        for (int c = 0; c < size_of_board; c++) {
            if (tolower(board[r][c]) != side) continue;
            for (int down : {-1, 1})
                for (int right : {-1, 1})
                    if (goes(board[r][c], down) && inside(r + down, c + right) &&
                        board[r + down][c + right] == '_') {
                        print({{r, c}, {r + down, c + right}});
                        return 0;
                    }
        }
}
