// Wrong: jumps over any piece, its own included.
#include <cctype>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>
using namespace std;

int n;
char me;
vector<string> g;
vector<pair<int, int>> path;

bool in(int r, int c) { return r >= 0 && r < n && c >= 0 && c < n; }

bool allowed(char piece, int dr) {
    return isupper(piece) || dr == (me == 'b' ? 1 : -1);
}

bool piece(char x) { return x != '_'; }

// Follows the first capture of the piece that stands on (r, c); fills path.
void capture(int r, int c) {
    for (int dr : {-1, 1})
        for (int dc : {-1, 1}) {
            int r2 = r + 2 * dr, c2 = c + 2 * dc;
            if (!allowed(g[r][c], dr) || !in(r2, c2) || g[r2][c2] != '_') continue;
            if (!piece(g[r + dr][c + dc])) continue;
            char mover = g[r][c];
            g[r][c] = g[r + dr][c + dc] = '_';
            if (r2 == (me == 'b' ? n - 1 : 0)) mover = toupper(mover);
            g[r2][c2] = mover;
            path.push_back({r2, c2});
            capture(r2, c2);
            return;
        }
}

bool step(int r, int c) {
    for (int dr : {-1, 1})
        for (int dc : {-1, 1})
            if (allowed(g[r][c], dr) && in(r + dr, c + dc) && g[r + dr][c + dc] == '_') {
                path.push_back({r + dr, c + dc});
                return true;
            }
    return false;
}

void print() {
    printf("%d\n", (int)path.size() - 1);
    for (auto [r, c] : path) printf("%d %d\n", r, c);
}

int main() {
    cin >> me >> n;
    g.resize(n);
    for (auto& row : g) cin >> row;
    for (int captures = 1; captures >= 0; captures--)
        for (int r = n - 1; r >= 0; r--)
            for (int c = 0; c < n; c++) {
                if (tolower(g[r][c]) != me) continue;
                path = {{r, c}};
                if (captures) capture(r, c);
                else step(r, c);
                if (path.size() > 1) {
                    print();
                    return 0;
                }
            }
}
