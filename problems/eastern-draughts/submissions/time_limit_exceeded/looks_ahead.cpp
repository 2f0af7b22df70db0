// Too slow: tries all pairs of turns before each turn. Boards of few pieces are quick.
#include <algorithm>
#include <cstdio>
#include <set>
#include <vector>
using namespace std;

const int DX[6] = {-1, 0, 1, -1, 1, 0};
const int DY[6] = {0, -1, -1, 1, 0, 1};

int n, p;
bool piece[34][34], settled[34][34];  // a frame of two cells around the board

struct Cell {
    int x, y;
};
struct Move {
    Cell from, to;
};
vector<Move> moves;

bool inside(int x, int y) { return x >= 0 && y >= 0 && x < n && y < n; }
bool is_free(int x, int y) { return inside(x, y) && !piece[y + 2][x + 2]; }
bool has(int x, int y) { return inside(x, y) && piece[y + 2][x + 2]; }

void make(Cell from, Cell to) {
    piece[from.y + 2][from.x + 2] = false;
    piece[to.y + 2][to.x + 2] = true;
    moves.push_back({from, to});
}

// All turns of the piece on `start`: paths in the order of discovery.
vector<vector<Cell>> turns_of(Cell start) {
    vector<vector<Cell>> paths = {{start}};
    set<pair<int, int>> seen = {{start.x, start.y}};
    for (size_t head = 0; head < paths.size(); head++) {
        Cell c = paths[head].back();
        for (int d = 0; d < 6; d++) {
            Cell to = {c.x + 2 * DX[d], c.y + 2 * DY[d]};
            if (!has(c.x + DX[d], c.y + DY[d]) || !is_free(to.x, to.y)) continue;
            if (!seen.insert({to.x, to.y}).second) continue;
            auto path = paths[head];
            path.push_back(to);
            paths.push_back(path);
        }
    }
    paths.erase(paths.begin());
    for (int d = 0; d < 6; d++) {
        Cell to = {start.x + DX[d], start.y + DY[d]};
        if (is_free(to.x, to.y)) paths.push_back({start, to});
    }
    return paths;
}

// The most that `depth` turns can gain; `first` is the first of them.
int search(int depth, vector<Cell>& first) {
    if (depth == 0) return 0;
    int best = 0;
    vector<Cell> ignored;
    for (int y = 0; y < n; y++) {
        for (int x = 0; x < n; x++) {
            if (!has(x, y)) continue;
            for (auto& path : turns_of({x, y})) {
                Cell to = path.back();
                swap(piece[y + 2][x + 2], piece[to.y + 2][to.x + 2]);
                int gain = x + y - to.x - to.y + search(depth - 1, ignored);
                swap(piece[y + 2][x + 2], piece[to.y + 2][to.x + 2]);
                if (gain > best) {
                    best = gain;
                    first = path;
                }
            }
        }
    }
    return best;
}

void play(const vector<Cell>& path) {
    for (size_t i = 1; i < path.size(); i++) make(path[i - 1], path[i]);
}

void play_until_stuck() {
    vector<Cell> path;
    while (search(2, path) > 0) {
        play(path);
        if (search(1, path) > 0) play(path);
    }
}

// Fills the empty cell `target` with the nearest piece that is not settled, by steps.
void fetch(Cell target) {
    vector<vector<int>> towards(n, vector<int>(n, -1));
    vector<Cell> queue = {target};
    towards[target.y][target.x] = 6;
    for (size_t head = 0;; head++) {
        Cell c = queue[head];
        for (int d = 0; d < 6; d++) {
            int x = c.x - DX[d], y = c.y - DY[d];
            if (!inside(x, y) || towards[y][x] >= 0 || settled[y + 2][x + 2]) continue;
            towards[y][x] = d;
            if (has(x, y)) {
                while (towards[y][x] < 6) {
                    int t = towards[y][x];
                    make({x, y}, {x + DX[t], y + DY[t]});
                    x += DX[t];
                    y += DY[t];
                }
                return;
            }
            queue.push_back({x, y});
        }
    }
}

int main() {
    if (scanf("%d", &n) != 1) return 1;
    int count = 0;
    for (int y = 0; y < n; y++) {
        char line[40];
        if (scanf("%39s", line) != 1) return 1;
        for (int x = 0; x < n; x++) count += piece[y + 2][x + 2] = line[x] == '*';
    }
    while (p * (p + 1) / 2 < count) p++;
    play_until_stuck();
    for (int d = 0; d < p; d++) {
        for (int x = 0; x <= d; x++) {
            if (!has(x, d - x)) fetch({x, d - x});
            settled[d - x + 2][x + 2] = true;
        }
    }
    printf("%zu\n", moves.size());
    for (const Move& m : moves) printf("%d %d %d %d\n", m.from.x, m.from.y, m.to.x, m.to.y);
}
