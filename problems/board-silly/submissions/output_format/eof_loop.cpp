// Mistake: asks for the end of the file before reading, so the last board is answered twice.
#include <iostream>
#include <string>

using namespace std;

int main() {
    string board[8], player;
    bool first = true;
    while (!cin.eof()) {
        for (int row = 0; row < 8; row++) cin >> board[row];
        cin >> player;
        int rows[8] = {0}, columns[8] = {0}, falling[15] = {0}, rising[15] = {0};
        for (int r = 0; r < 8; r++) {
            for (int c = 0; c < 8; c++) {
                if (board[r][c] == '.') continue;
                rows[r]++;
                columns[c]++;
                falling[r - c + 7]++;
                rising[r + c]++;
            }
        }
        if (!first) cout << '\n';
        first = false;
        bool any = false;
        for (int r = 0; r < 8; r++) {
            for (int c = 0; c < 8; c++) {
                if (board[r][c] != player[0]) continue;
                for (int down = -1; down <= 1; down++) {
                    for (int right = -1; right <= 1; right++) {
                        if (down == 0 && right == 0) continue;
                        int steps = down == 0       ? rows[r]
                                    : right == 0    ? columns[c]
                                    : down == right ? falling[r - c + 7]
                                                    : rising[r + c];
                        int r2 = r + down * steps, c2 = c + right * steps;
                        if (r2 < 0 || r2 > 7 || c2 < 0 || c2 > 7) continue;
                        bool possible = board[r2][c2] != player[0];
                        for (int i = 1; i < steps; i++) {
                            char passed = board[r + i * down][c + i * right];
                            possible = possible && (passed == '.' || passed == player[0]);
                        }
                        if (!possible) continue;
                        any = true;
                        cout << (char)('A' + r) << c + 1 << '-' << (char)('A' + r2) << c2 + 1
                             << '\n';
                    }
                }
            }
        }
        if (!any) cout << "No moves are possible\n";
    }
}
