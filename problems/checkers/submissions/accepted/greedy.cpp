// Takes what is worth most now, a king counting more than a man, and crowns where it can; never
// looks further. Equal moves are told apart by the position, so that games differ. Answers
// positions until the input ends.
#include <algorithm>
#include <cctype>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

struct Square {
    int row, column;
};

struct Move {
    int gain;
    vector<Square> path;
};

struct Greedy {
    char side;
    int size;
    vector<string> rows;
    vector<Move> best;  // all moves of the highest gain so far

    char* at(Square square) {
        bool inside = min(square.row, square.column) >= 0 && max(square.row, square.column) < size;
        return inside ? &rows[square.row][square.column] : nullptr;
    }

    bool empty(Square square) { return at(square) && *at(square) == '_'; }

    vector<Square> ways(char piece) {
        int ahead = side == 'b' ? 1 : -1;
        if (islower(piece)) return {{ahead, -1}, {ahead, 1}};
        return {{1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
    }

    bool crowns(char piece, Square to) {
        return islower(piece) && to.row == (side == 'b' ? size - 1 : 0);
    }

    void consider(const Move& move) {
        if (!best.empty() && move.gain < best[0].gain) return;
        if (!best.empty() && move.gain > best[0].gain) best.clear();
        best.push_back(move);
    }

    void captures(Move& move, char piece) {
        Square from = move.path.back();
        bool ended = true;
        for (auto [down, right] : ways(piece)) {
            Square over{from.row + down, from.column + right};
            Square to{over.row + down, over.column + right};
            if (!empty(to) || empty(over) || tolower(*at(over)) == side) continue;
            ended = false;
            char taken = *at(over);
            int gain = (isupper(taken) ? 4 : 3) + crowns(piece, to);
            *at(over) = '_';
            move.path.push_back(to);
            move.gain += gain;
            captures(move, crowns(piece, to) ? toupper(piece) : piece);
            move.gain -= gain;
            move.path.pop_back();
            *at(over) = taken;
        }
        if (ended && move.path.size() > 1) consider(move);
    }

    void steps(Square from, char piece) {
        for (auto [down, right] : ways(piece)) {
            Square to{from.row + down, from.column + right};
            if (empty(to)) consider({crowns(piece, to), {from, to}});
        }
    }

    const Move& choose() {
        vector<Square> own;
        for (int row = 0; row < size; row++)
            for (int column = 0; column < size; column++)
                if (tolower(rows[row][column]) == side) own.push_back({row, column});
        for (Square from : own) {
            char piece = *at(from);
            *at(from) = '_';
            Move begun{0, {from}};
            captures(begun, piece);
            *at(from) = piece;
        }
        if (best.empty())
            for (Square from : own) steps(from, *at(from));
        unsigned number = side;
        for (auto& row : rows)
            for (char letter : row) number = number * 31 + letter;
        return best[number / 7 % best.size()];
    }
};

int main() {
    Greedy greedy;
    while (cin >> greedy.side >> greedy.size) {
        greedy.rows.resize(greedy.size);
        for (auto& row : greedy.rows) cin >> row;
        greedy.best.clear();
        auto& path = greedy.choose().path;
        cout << path.size() - 1 << "\n";
        for (auto [row, column] : path) cout << row << " " << column << "\n";
        cout << flush;
    }
}
