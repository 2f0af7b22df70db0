/* The games of a match: each opens to its board. */

function openGame(number) {
  const game = data.games[number];
  if (!game) return;
  const [title, outcome, drawing] = game;
  const body = drawing
    ? [element('div', { class: 'boards' }, drawing.boards.map(board => new BoardView(board).figure))]
    : [element('p', { class: 'note' }, 'The moves of this game are left out, to keep the page small.')];
  reveal(`#g${number}`, title, outcome, null, body, by => openGame(number + by), [number > 0, number + 1 < data.games.length]);
}

document.querySelectorAll('.games button').forEach((button, number) => button.addEventListener('click', () => openGame(number)));
follow = () => {
  const game = /^#g(\d+)$/.exec(location.hash);
  if (game) openGame(Number(game[1]));
  return game != null;
};
follow();
