/* Plays the first legal move that it finds, capture before step, until its input ends; so it serves
   under both protocols. What stands in BEFORE and AFTER is done around the answer of each turn,
   counted from 0; `words` is `argv`. */
#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifndef BEFORE
#define BEFORE
#endif
#ifndef AFTER
#define AFTER
#endif

static char side, board[12][13];
static int size, hops, path[64][2];

static int inside(int row, int column) {
    return row >= 0 && row < size && column >= 0 && column < size;
}

/* Whether a piece may go this way. */
static int may_go(char piece, int down) {
    return isupper(piece) || down == (side == 'b' ? 1 : -1);
}

/* One more jump of the piece, if there is one. */
static int jump(char *piece, int *row, int *column) {
    for (int down = -1; down <= 1; down += 2)
        for (int right = -1; right <= 1; right += 2) {
            int r = *row + 2 * down, c = *column + 2 * right;
            if (!may_go(*piece, down) || !inside(r, c) || board[r][c] != '_') continue;
            char *over = &board[*row + down][*column + right];
            if (*over == '_' || tolower(*over) == side) continue;
            *over = '_';
            *row = r, *column = c;
            if (r == 0 || r == size - 1) *piece = toupper(*piece);
            return 1;
        }
    return 0;
}

static void note(int row, int column) {
    path[hops][0] = row, path[hops][1] = column;
    hops++;
}

static int capture(int row, int column) {
    char piece = board[row][column];
    hops = 0;
    note(row, column);
    board[row][column] = '_';
    while (jump(&piece, &row, &column)) note(row, column);
    if (hops > 1) return 1;
    board[row][column] = piece;
    return 0;
}

static int step(int row, int column) {
    for (int down = -1; down <= 1; down += 2)
        for (int right = -1; right <= 1; right += 2) {
            int r = row + down, c = column + right;
            if (!may_go(board[row][column], down) || !inside(r, c) || board[r][c] != '_') continue;
            hops = 0;
            note(row, column), note(r, c);
            return 1;
        }
    return 0;
}

static int find(int (*kind)(int, int)) {
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++)
            if (tolower(board[row][column]) == side && kind(row, column)) return 1;
    return 0;
}

int main(int count, char **words) {
    (void)count;
    for (int turn = 0; scanf(" %c %d", &side, &size) == 2; turn++) {
        for (int row = 0; row < size; row++)
            if (scanf("%12s", board[row]) != 1) return 9;
        if (!find(capture) && !find(step)) return 8;
        BEFORE;
        printf("%d\n", hops - 1);
        for (int hop = 0; hop < hops; hop++) printf("%d %d\n", path[hop][0], path[hop][1]);
        fflush(stdout);
        AFTER;
    }
    return 0;
}
