// Too hungry: takes the bound for ten moves of each side, and keeps every sequence of moves with all
// of its boards before it looks for lines.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>
using namespace std;

struct Node {
    int boards[21][16];
    int moves;
};

bool line(const int* cell, int first, int step) {
    for (int i = 0; i < 4; i++)
        if (cell[first] == 0 || cell[first + i * step] != cell[first]) return false;
    return true;
}

bool solved(const Node& node) {
    const int* b = node.boards[node.moves];
    for (int i = 0; i < 4; i++)
        if (line(b, 4 * i, 1) || line(b, i, 4)) return true;
    return line(b, 0, 5) || line(b, 3, 3);
}

bool neighbours(int a, int b) { return abs(a / 4 - b / 4) + abs(a % 4 - b % 4) == 1; }

int search(const Node& start, int first) {
    vector<Node> all{start};
    for (size_t next = 0; next < all.size(); next++) {
        Node b = all[next];
        if (b.moves == 20) break;
        const int* cell = b.boards[b.moves];
        int colour = b.moves % 2 == 0 ? first : 3 - first;
        for (int to = 0; to < 16; to++)
            for (int from = 0; from < 16; from++)
                if (cell[to] == 0 && cell[from] == colour && neighbours(from, to)) {
                    Node after = b;
                    copy(cell, cell + 16, after.boards[++after.moves]);
                    swap(after.boards[after.moves][to], after.boards[after.moves][from]);
                    all.push_back(after);
                }
    }
    int best = 11;
    for (auto& b : all)
        if (solved(b)) best = min(best, b.moves);
    return best;
}

int main() {
    Node start{};
    for (int& cell : start.boards[0]) {
        char letter;
        cin >> letter;
        cell = letter == 'W' ? 1 : letter == 'B' ? 2 : 0;
    }
    int best = solved(start) ? 0 : min(search(start, 1), search(start, 2));
    cout << (best > 10 ? -1 : best) << endl;
}
