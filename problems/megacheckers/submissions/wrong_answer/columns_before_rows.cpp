// Mistake: takes the first number for the columns and the second for the rows.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace std;

struct Edge {
    int a, b;
};

static int rows, columns;
static vector<vector<int>> board;

// The part of the graph that a piece can reach, vertices numbered along the longer side.
static vector<Edge> reachable(int row, int column, int &start, int &vertices) {
    bool wide = columns >= rows;
    auto key = [&](int r, int c) { return wide ? make_pair(c, r) : make_pair(r, c); };
    map<pair<int, int>, int> number;
    map<pair<int, int>, pair<int, int>> seen;
    vector<pair<int, int>> stack{{row, column}};
    seen[key(row, column)] = {row, column};
    vector<pair<pair<int, int>, pair<int, int>>> found;
    while (!stack.empty()) {
        auto [r, c] = stack.back();
        stack.pop_back();
        for (int down : {-1, 1}) {
            for (int right : {-1, 1}) {
                int r2 = r + 2 * down, c2 = c + 2 * right;
                if (r2 < 0 || r2 >= rows || c2 < 0 || c2 >= columns) continue;
                if (board[r + down][c + right] != 2 || board[r2][c2] != 0) continue;
                if (key(r, c) < key(r2, c2)) found.push_back({key(r, c), key(r2, c2)});
                if (seen.insert({key(r2, c2), {r2, c2}}).second) stack.push_back({r2, c2});
            }
        }
    }
    for (auto &entry : seen) {
        int next = (int)number.size();
        number[entry.first] = next;
    }
    vector<Edge> edges;
    for (auto &[a, b] : found) edges.push_back({number[a], number[b]});
    sort(edges.begin(), edges.end(),
         [](Edge x, Edge y) { return make_pair(x.b, x.a) < make_pair(y.b, y.a); });
    start = number[key(row, column)];
    vertices = (int)number.size();
    return edges;
}

// A state is a string: whether the far end of the trail is behind the frontier, then for each
// frontier vertex twice its component's label (0: no edge yet) plus the parity of its degree.
static string relabelled(string state) {
    char names[64] = {0}, next = 1;
    for (size_t i = 1; i < state.size(); i++) {
        int label = state[i] >> 1;
        if (label == 0) continue;
        if (names[label] == 0) names[label] = next++;
        state[i] = (char)(names[label] << 1 | (state[i] & 1));
    }
    return state;
}

static int longest(const vector<Edge> &edges, int start, int vertices) {
    vector<int> last(vertices, -1);
    for (size_t i = 0; i < edges.size(); i++) last[edges[i].a] = last[edges[i].b] = (int)i;
    const char fresh_label = 31;
    vector<int> frontier;
    vector<bool> entered(vertices, false);
    unordered_map<string, int> states{{string(1, '\0'), 0}};
    int best = 0;
    for (size_t i = 0; i < edges.size(); i++) {
        string added;
        for (int vertex : {edges[i].a, edges[i].b}) {
            if (entered[vertex]) continue;
            entered[vertex] = true;
            frontier.push_back(vertex);
            // The start counts as touched, and its degree is taken one too high: then the far
            // end alone has an odd number, also where it is the start itself.
            added.push_back(vertex == start ? (char)(30 << 1 | 1) : '\0');
        }
        int a = (int)(find(frontier.begin(), frontier.end(), edges[i].a) - frontier.begin()) + 1;
        int b = (int)(find(frontier.begin(), frontier.end(), edges[i].b) - frontier.begin()) + 1;
        unordered_map<string, int> next;
        auto settle = [&](string state, int taken) {
            for (int slot = (int)frontier.size(); slot >= 1; slot--) {
                if (last[frontier[slot - 1]] != (int)i) continue;
                int value = state[slot];
                state.erase(slot, 1);
                if (value & 1) {
                    if (state[0]) return;
                    state[0] = 1;
                }
                if (value >> 1 == 0) continue;
                bool alive = false, others = false;
                for (size_t j = 1; j < state.size(); j++) {
                    alive |= state[j] >> 1 == value >> 1;
                    others |= state[j] >> 1 != 0 && state[j] >> 1 != value >> 1;
                }
                if (alive) continue;
                if (entered[start] && !others) best = max(best, taken);
                return;
            }
            int &known = next.insert({relabelled(state), -1}).first->second;
            known = max(known, taken);
        };
        for (auto &[old, taken] : states) {
            string state = old + added;
            settle(state, taken);
            char one = state[a] >> 1, two = state[b] >> 1;
            char joined = one ? one : two ? two : fresh_label;
            for (size_t j = 1; j < state.size(); j++) {
                char label = state[j] >> 1;
                if (label != 0 && (label == one || label == two)) {
                    state[j] = (char)(joined << 1 | (state[j] & 1));
                }
            }
            state[a] = (char)(joined << 1 | ((state[a] & 1) ^ 1));
            state[b] = (char)(joined << 1 | ((state[b] & 1) ^ 1));
            settle(state, taken + 1);
        }
        vector<int> kept;
        for (int vertex : frontier) {
            if (last[vertex] != (int)i) kept.push_back(vertex);
        }
        frontier = kept;
        states.swap(next);
    }
    return best;
}

int main() {
    while (scanf("%d %d", &columns, &rows) == 2 && rows > 0) {
        board.assign(rows, vector<int>(columns, 0));
        for (int row = 0; row < rows; row++) {
            for (int column = row % 2; column < columns; column += 2) {
                if (scanf("%d", &board[row][column]) != 1) return 1;
            }
        }
        int best = 0;
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                if (board[row][column] != 1) continue;
                board[row][column] = 0;
                int start, vertices;
                vector<Edge> edges = reachable(row, column, start, vertices);
                if ((int)edges.size() > best) best = max(best, longest(edges, start, vertices));
                board[row][column] = 1;
            }
        }
        printf("%d\n", best);
    }
}
