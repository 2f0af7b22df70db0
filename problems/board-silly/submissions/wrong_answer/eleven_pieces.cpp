// Mistake: has room for eleven pieces of the player to move and leaves out the twelfth.
#include <iostream>
#include <string>

using namespace std;

const int ROOM = 11;

int main() {
    string board[8], player;
    bool first = true;
    while (cin >> board[0]) {
        for (int row = 1; row < 8; row++) cin >> board[row];
        cin >> player;
        int rows[ROOM], columns[ROOM], pieces = 0;
        for (int r = 0; r < 8; r++) {
            for (int c = 0; c < 8; c++) {
                if (board[r][c] == player[0] && pieces < ROOM) {
                    rows[pieces] = r;
                    columns[pieces++] = c;
                }
            }
        }
        if (!first) cout << '\n';
        first = false;
        bool any = false;
        for (int piece = 0; piece < pieces; piece++) {
            for (int direction = 0; direction < 9; direction++) {
                int down = direction / 3 - 1, right = direction % 3 - 1;
                if (down == 0 && right == 0) continue;
                int steps = 0;
                for (int i = -7; i <= 7; i++) {
                    int r = rows[piece] + i * down, c = columns[piece] + i * right;
                    if (r >= 0 && r < 8 && c >= 0 && c < 8) steps += board[r][c] != '.';
                }
                int r2 = rows[piece] + down * steps, c2 = columns[piece] + right * steps;
                if (r2 < 0 || r2 > 7 || c2 < 0 || c2 > 7 || board[r2][c2] == player[0]) continue;
                bool possible = true;
                for (int i = 1; i < steps; i++) {
                    char passed = board[rows[piece] + i * down][columns[piece] + i * right];
                    possible = possible && (passed == '.' || passed == player[0]);
                }
                if (!possible) continue;
                any = true;
                cout << (char)('A' + rows[piece]) << columns[piece] + 1 << '-' << (char)('A' + r2)
                     << c2 + 1 << '\n';
            }
        }
        if (!any) cout << "No moves are possible\n";
    }
}
