// Wrong: lets pieces of either colour move at any time, as if the moves did not alternate.
#include <iostream>
#include <queue>
#include <set>
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

// The fewest moves, at most ten, when `turn` starts; 11 if there is no way.
int search(const string& start, char turn) {
    set<pair<string, char>> seen{{start, turn}};
    queue<pair<string, char>> open;
    open.push({start, turn});
    for (int moves = 0; moves <= 10; moves++)
        for (int left = open.size(); left > 0; left--) {
            auto [b, mover] = open.front();
            open.pop();
            if (solved(b)) return moves;
            for (int to = 0; to < 16; to++) {
                if (b[to] != '.') continue;
                for (int from = 0; from < 16; from++) {
                    if (abs(to / 4 - from / 4) + abs(to % 4 - from % 4) != 1) continue;
                    if (b[from] == '.') continue;
                    string next = b;
                    swap(next[from], next[to]);
                    char other = mover == 'W' ? 'B' : 'W';
                    if (seen.insert({next, other}).second) open.push({next, other});
                }
            }
        }
    return 11;
}

int main() {
    string board, row;
    while (cin >> row) board += row;
    int best = min(search(board, 'W'), search(board, 'B'));
    cout << (best > 10 ? -1 : best) << "\n";
}
