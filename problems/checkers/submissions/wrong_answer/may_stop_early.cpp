// Wrong: looks four moves ahead, and takes it that a capture may stop wherever that seems better.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

typedef vector<string> Board;
typedef vector<pair<int, int>> Path;

int n;

struct Move {
    Path path;
    Board after;
};

bool inside(int r, int c) { return r >= 0 && c >= 0 && r < n && c < n; }

char other(char side) { return side == 'b' ? 'w' : 'b'; }

bool goes(char piece, int down) {
    return isupper(piece) || down == (piece == 'b' ? 1 : -1);
}

char crowned(char piece, int row) {
    bool last = row == (tolower(piece) == 'b' ? n - 1 : 0);
    return last ? toupper(piece) : piece;
}

// Captures of a piece in hand that has come along `path`; it lies nowhere on the board. Captures
// that end alike are one move.
void captures(Board& board, char piece, Path& path, vector<Move>& found) {
    auto [r, c] = path.back();
    for (int down : {-1, 1})
        for (int right : {-1, 1}) {
            int to_r = r + 2 * down, to_c = c + 2 * right;
            if (!goes(piece, down) || !inside(to_r, to_c) || board[to_r][to_c] != '_') continue;
            char over = board[r + down][c + right];
            if (over == '_' || tolower(over) == tolower(piece)) continue;
            board[r + down][c + right] = '_';
            path.push_back({to_r, to_c});
            captures(board, crowned(piece, to_r), path, found);
            path.pop_back();
            board[r + down][c + right] = over;
        }
    if (path.size() == 1) return;
    Board after = board;
    after[r][c] = piece;
    for (auto& known : found)
        if (known.after == after) return;
    found.push_back({path, after});
}

vector<Move> moves(Board& board, char side) {
    vector<Move> found;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            char piece = board[r][c];
            if (tolower(piece) != side) continue;
            Path path{{r, c}};
            board[r][c] = '_';
            captures(board, piece, path, found);
            board[r][c] = piece;
        }
    if (!found.empty()) return found;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            char piece = board[r][c];
            if (tolower(piece) != side) continue;
            for (int down : {-1, 1})
                for (int right : {-1, 1}) {
                    int to_r = r + down, to_c = c + right;
                    if (!goes(piece, down) || !inside(to_r, to_c) || board[to_r][to_c] != '_')
                        continue;
                    Board after = board;
                    after[r][c] = '_';
                    after[to_r][to_c] = crowned(piece, to_r);
                    found.push_back({{{r, c}, {to_r, to_c}}, after});
                }
        }
    return found;
}

int worth(const Board& board, char side) {
    int sum = 0;
    for (int r = 0; r < n; r++)
        for (char piece : board[r]) {
            if (piece == '_') continue;
            int gone = piece == 'b' ? r : n - 1 - r;
            int value = isupper(piece) ? 150 : 100 + gone;
            sum += tolower(piece) == side ? value : -value;
        }
    return sum;
}

int search(Board& board, char side, int depth, int alpha, int beta) {
    if (depth == 0) return worth(board, side);
    auto found = moves(board, side);
    if (found.empty()) return -100000 - depth;
    for (auto& move : found) {
        alpha = max(alpha, -search(move.after, other(side), depth - 1, -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

int main() {
    ios::sync_with_stdio(false);
    char side;
    while (cin >> side >> n) {
        Board board(n);
        for (auto& row : board) cin >> row;
        auto found = moves(board, side);
        int best = -1000000;
        const Move* chosen = nullptr;
        for (auto& move : found) {
            int value = -search(move.after, other(side), 3, -1000000, -best);
            if (value > best) best = value, chosen = &move;
        }
        cout << chosen->path.size() - 1 << "\n";
        for (auto [r, c] : chosen->path) cout << r << " " << c << "\n";
        cout << flush;
    }
}
