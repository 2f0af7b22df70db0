// Too slow: takes the bound for ten moves of each side and tries all sequences of twenty, without
// a look at the best so far.
#include <iostream>
#include <string>
using namespace std;

// The board as one string of 16 letters.
bool line(const string& b, int first, int step) {
    for (int i = 0; i < 4; i++)
        if (b[first] == '.' || b[first + i * step] != b[first]) return false;
    return true;
}

bool solved(const string& b) {
    for (int i = 0; i < 4; i++)
        if (line(b, 4 * i, 1) || line(b, i, 4)) return true;
    return line(b, 0, 5) || line(b, 3, 3);
}

// The fewest moves when `mover` is to move and `moves` were made; 11 if there is no way.
int search(const string& b, char mover, int moves) {
    if (solved(b)) return moves;
    int best = 11;
    if (moves == 20) return best;
    for (int to = 0; to < 16; to++)
        for (int from = 0; from < 16; from++) {
            if (b[to] != '.' || b[from] != mover) continue;
            if (abs(to / 4 - from / 4) + abs(to % 4 - from % 4) != 1) continue;
            string next = b;
            swap(next[from], next[to]);
            best = min(best, search(next, mover == 'W' ? 'B' : 'W', moves + 1));
        }
    return best;
}

int main() {
    string board, row;
    while (cin >> row) board += row;
    int best = min(search(board, 'W', 0), search(board, 'B', 0));
    cout << (best > 10 ? -1 : best) << "\n";
}
