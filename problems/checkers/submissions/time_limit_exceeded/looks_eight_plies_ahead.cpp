// Too slow: plays the move that is best by counting pieces eight plies later, without cutting
// anything off. Small and thin positions end in time, large boards full of kings do not.
#include <cctype>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

typedef vector<pair<int, int>> Path;
typedef vector<string> Board;

int n;

struct Move {
    Path path;
    Board after;
};

bool free_at(const Board& g, int r, int c) {
    return r >= 0 && r < n && c >= 0 && c < n && g[r][c] == '_';
}

bool allowed(char piece, char me, int dr) {
    return isupper(piece) || dr == (me == 'b' ? 1 : -1);
}

Board moved(Board g, char me, int r, int c, int r2, int c2) {
    char piece = g[r][c];
    g[r][c] = g[(r + r2) / 2][(c + c2) / 2] = '_';
    g[r2][c2] = r2 == (me == 'b' ? n - 1 : 0) ? toupper(piece) : piece;
    return g;
}

void captures(const Board& g, char me, Path path, vector<Move>& moves) {
    auto [r, c] = path.back();
    bool last = true;
    for (int dr : {-1, 1})
        for (int dc : {-1, 1}) {
            int r2 = r + 2 * dr, c2 = c + 2 * dc;
            if (!allowed(g[r][c], me, dr) || !free_at(g, r2, c2)) continue;
            char over = g[r + dr][c + dc];
            if (over == '_' || tolower(over) == me) continue;
            last = false;
            Path longer = path;
            longer.push_back({r2, c2});
            captures(moved(g, me, r, c, r2, c2), me, longer, moves);
        }
    if (last && path.size() > 1) moves.push_back({path, g});
}

void steps(const Board& g, char me, int r, int c, vector<Move>& moves) {
    for (int dr : {-1, 1})
        for (int dc : {-1, 1})
            if (allowed(g[r][c], me, dr) && free_at(g, r + dr, c + dc)) {
                Board after = g;
                after[r][c] = '_';
                bool crowned = r + dr == (me == 'b' ? n - 1 : 0);
                after[r + dr][c + dc] = crowned ? toupper(g[r][c]) : g[r][c];
                moves.push_back({{{r, c}, {r + dr, c + dc}}, after});
            }
}

vector<Move> all_moves(const Board& g, char me) {
    vector<Move> moves;
    for (int capture = 1; capture >= 0 && moves.empty(); capture--)
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++)
                if (tolower(g[r][c]) == me) {
                    if (capture) captures(g, me, {{r, c}}, moves);
                    else steps(g, me, r, c, moves);
                }
    return moves;
}

int worth(const Board& g, char me) {
    int sum = 0;
    for (auto& row : g)
        for (char x : row)
            if (x != '_') sum += (isupper(x) ? 3 : 2) * (tolower(x) == me ? 1 : -1);
    return sum;
}

int search(const Board& g, char me, int plies, Move* best) {
    if (plies == 0) return worth(g, me);
    int most = -100000 - plies;  // a loss, rather later than sooner: any move is better than none
    for (auto& move : all_moves(g, me)) {
        int value = -search(move.after, me == 'b' ? 'w' : 'b', plies - 1, nullptr);
        if (value > most) {
            most = value;
            if (best) *best = move;
        }
    }
    return most;
}

int main() {
    char me;
    cin >> me >> n;
    Board g(n);
    for (auto& row : g) cin >> row;
    Move best;
    search(g, me, 8, &best);
    printf("%d\n", (int)best.path.size() - 1);
    for (auto [r, c] : best.path) printf("%d %d\n", r, c);
}
