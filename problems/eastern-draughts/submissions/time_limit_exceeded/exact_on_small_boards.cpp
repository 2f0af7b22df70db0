// Too slow: finds the fewest turns on boards of up to six lines by trying all positions, as if these
// were few. Ten pieces on five lines already have millions.
#include <algorithm>
#include <cstdio>
#include <unordered_map>
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

// The single moves of a turn.
vector<Cell> way(Cell from, Cell to) {
    for (int d = 0; d < 6; d++)
        if (from.x + DX[d] == to.x && from.y + DY[d] == to.y) return {from, to};
    vector<int> parent(n * n, -1), queue = {from.y * n + from.x};
    for (size_t head = 0; head < queue.size(); head++)
        for (int d = 0; d < 6; d++) {
            int x = queue[head] % n + 2 * DX[d], y = queue[head] / n + 2 * DY[d];
            if (!has(x - DX[d], y - DY[d]) || !is_free(x, y) || parent[y * n + x] >= 0) continue;
            parent[y * n + x] = queue[head];
            queue.push_back(y * n + x);
        }
    vector<Cell> path = {to};
    while (path.back().x != from.x || path.back().y != from.y) {
        int id = parent[path.back().y * n + path.back().x];
        path.push_back({id % n, id / n});
    }
    reverse(path.begin(), path.end());
    return path;
}

typedef unsigned long long State;  // a bit a cell

void show(State state) {
    for (int id = 0; id < n * n; id++) piece[id / n + 2][id % n + 2] = state >> id & 1;
}

State moved(State state, int from, int to) { return (state & ~(1ull << from)) | 1ull << to; }

// The fewest turns: breadth first over all positions.
void search(State start, State goal) {
    unordered_map<State, pair<State, pair<int, int>>> before;
    vector<State> positions = {start};
    before[start] = {start, {0, 0}};
    for (size_t head = 0; !before.count(goal); head++) {
        State state = positions[head];
        show(state);
        for (int from = 0; from < n * n; from++) {
            if (!has(from % n, from / n)) continue;
            vector<int> reached = {from};
            for (size_t i = 0; i < reached.size(); i++)
                for (int d = 0; d < 6; d++) {
                    int x = reached[i] % n + 2 * DX[d], y = reached[i] / n + 2 * DY[d];
                    if (!has(x - DX[d], y - DY[d]) || !is_free(x, y)) continue;
                    if (find(reached.begin(), reached.end(), y * n + x) != reached.end()) continue;
                    reached.push_back(y * n + x);
                }
            for (int d = 0; d < 6; d++)
                if (is_free(from % n + DX[d], from / n + DY[d]))
                    reached.push_back(from + DX[d] + n * DY[d]);
            for (int to : reached) {
                State next = moved(state, from, to);
                if (before.insert({next, {state, {from, to}}}).second) positions.push_back(next);
            }
        }
    }
    vector<pair<int, int>> turns;
    for (State state = goal; state != start; state = before[state].first)
        turns.push_back(before[state].second);
    show(start);
    for (size_t i = turns.size(); i-- > 0;) {
        Cell from = {turns[i].first % n, turns[i].first / n};
        Cell to = {turns[i].second % n, turns[i].second / n};
        vector<Cell> path = way(from, to);
        for (size_t k = 1; k < path.size(); k++) make(path[k - 1], path[k]);
    }
}

// The best turn of the piece on `start`: its path; the gain is what x + y falls by. That the piece
// stays on the board meanwhile does no harm: jumps keep x and y even or odd, so that no chain comes
// next to the cell where it began.
int best_turn(Cell start, vector<Cell>& path) {
    static int parent[1024], seen[1024], stamp;
    static Cell queue[1024];
    int best = 0;
    Cell end = start;
    bool step = false;
    for (int d = 0; d < 6; d++) {
        int x = start.x + DX[d], y = start.y + DY[d];
        if (is_free(x, y) && start.x + start.y - x - y > best) {
            best = start.x + start.y - x - y;
            end = {x, y};
            step = true;
        }
    }
    stamp++;
    int head = 0, tail = 0;
    queue[tail++] = start;
    seen[start.y * 32 + start.x] = stamp;
    while (head < tail) {
        Cell c = queue[head++];
        for (int d = 0; d < 6; d++) {
            Cell to = {c.x + 2 * DX[d], c.y + 2 * DY[d]};
            if (!has(c.x + DX[d], c.y + DY[d]) || !is_free(to.x, to.y)) continue;
            int id = to.y * 32 + to.x;
            if (seen[id] == stamp) continue;
            seen[id] = stamp;
            parent[id] = c.y * 32 + c.x;
            queue[tail++] = to;
            int gain = start.x + start.y - to.x - to.y;
            if (gain > best) {
                best = gain;
                end = to;
                step = false;
            }
        }
    }
    path.assign(1, end);
    if (step) path.push_back(start);
    while (path.back().x != start.x || path.back().y != start.y) {
        int id = parent[path.back().y * 32 + path.back().x];
        path.push_back({id % 32, id / 32});
    }
    reverse(path.begin(), path.end());
    return best;
}

void sweep_until_stuck() {
    int threshold = 60;
    vector<Cell> path;
    while (threshold > 0) {
        int best = 0;
        for (int s = 2 * n - 2; s > 0; s--) {
            for (int x = max(0, s - n + 1); x <= min(s, n - 1); x++) {
                Cell c = {x, s - x};
                if (!has(c.x, c.y)) continue;
                int gain = best_turn(c, path);
                best = max(best, gain);
                if (gain >= threshold) {
                    for (size_t i = 1; i < path.size(); i++) make(path[i - 1], path[i]);
                }
            }
        }
        threshold = min(best, max(1, best - 1));
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
    if (n <= 6) {
        State start = 0, goal = 0;
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                start |= State(has(x, y)) << (y * n + x);
                goal |= State(x + y < p) << (y * n + x);
            }
        search(start, goal);
    } else {
        sweep_until_stuck();
    }
    for (int d = 0; d < p; d++) {
        for (int x = 0; x <= d; x++) {
            if (!has(x, d - x)) fetch({x, d - x});
            settled[d - x + 2][x + 2] = true;
        }
    }
    printf("%zu\n", moves.size());
    for (const Move& m : moves) printf("%d %d %d %d\n", m.from.x, m.from.y, m.to.x, m.to.y);
}
