/* One renderer for all boards: squares, pieces, frames to be played, arrows to be picked. */

const SIZE = 10;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LISTED = ['', 'missing', 'wrong'];
const CLASSES = ['', ' lost', ' bad'];

function cellsOf(packed) {
  const cells = [];
  for (let at = 0; at + 1 < packed.length; at += 2) {
    cells.push(DIGITS.indexOf(packed[at]) * 64 + DIGITS.indexOf(packed[at + 1]));
  }
  return cells;
}

function frameOf(packed) {
  const frame = typeof packed === 'string' ? { path: packed } : packed;
  const cells = key => cellsOf(frame[key] ?? '');
  return { ...frame, path: cells('path'), taken: cells('taken'), marks: cells('marks'), caption: frame.caption ?? '' };
}

class BoardView {
  constructor(board) {
    this.board = board;
    this.rows = board.rows.length;
    this.columns = board.rows[0].length;
    this.frames = board.frames.map(frameOf);
    this.at = this.frames.length && (this.frames.length === 1 || this.frames.at(-1).wrong) ? this.frames.length : 0;
    this.picked = null;
    this.timer = null;
    this.layer = drawn('g');
    this.caption = element('p', { class: 'caption', 'aria-live': 'polite' });
    this.figure = element('figure', { class: 'board' },
      board.title ? element('h4', {}, board.title) : null,
      board.note ? element('p', {}, board.note) : null,
      this.svg(), this.key());
    if (this.frames.length > 1) this.figure.append(this.controls());
    if (this.frames.length) this.figure.append(this.caption);
    if (board.arrows.length) this.figure.append(this.choices(), this.caption, this.moves());
    this.show(this.at);
  }

  place(cell) {
    return [(cell % this.columns) * SIZE + SIZE / 2, Math.floor(cell / this.columns) * SIZE + SIZE / 2];
  }

  name(cell) {
    const [row, column] = [Math.floor(cell / this.columns), cell % this.columns];
    switch (this.board.names) {
      case 'column-row': return `${column} ${row}`;
      case 'row-column-upwards': return `${this.rows - 1 - row} ${column}`;
      case 'letter-digit': return `${String.fromCharCode(65 + row)}${column + 1}`;
      default: return `${row} ${column}`;
    }
  }

  svg() {
    const [width, height, edge] = [this.columns * SIZE, this.rows * SIZE, 7];
    const unit = Math.max(14, Math.min(44, 520 / Math.max(this.rows, this.columns)));
    const size = Math.min(4.2, 130 / unit).toFixed(2);
    const parity = { 'dark-even': 0, 'dark-odd': 1 }[this.board.shade];
    const goal = new Set(cellsOf(this.board.goal));
    const ground = drawn('g');
    for (let cell = 0; cell < this.rows * this.columns; cell += 1) {
      const [row, column] = [Math.floor(cell / this.columns), cell % this.columns];
      const dark = (row + column) % 2 === parity;
      const kind = goal.has(cell) ? 'goal' : dark ? 'square-dark' : 'square';
      ground.append(drawn('rect', { x: column * SIZE, y: row * SIZE, width: SIZE, height: SIZE, class: kind }));
    }
    const letters = this.board.names === 'letter-digit';
    const up = this.board.names === 'row-column-upwards';
    for (let row = 0; row < this.rows; row += 1) {
      const words = letters ? String.fromCharCode(65 + row) : up ? this.rows - 1 - row : row;
      ground.append(drawn('text', { x: -edge / 2, y: row * SIZE + 6.4, class: 'names', 'font-size': size }, String(words)));
    }
    for (let column = 0; column < this.columns; column += 1) {
      const words = letters ? column + 1 : column;
      ground.append(drawn('text', { x: column * SIZE + SIZE / 2, y: -2, class: 'names', 'font-size': size }, String(words)));
    }
    return drawn('svg', {
      viewBox: `${-edge} ${-edge} ${width + edge + 1} ${height + edge + 1}`,
      width: (width + edge) / SIZE * unit, height: (height + edge) / SIZE * unit,
      role: 'group', 'aria-label': `${this.board.title || 'board'}, ${this.rows} by ${this.columns} squares`,
    }, ground, this.layer);
  }

  piece(letter, cell, extra = '') {
    const kind = this.board.pieces.find(([known]) => known === letter);
    const [x, y] = this.place(cell);
    const [, name, dark, king] = kind ?? [letter, letter, true, false];
    const parts = [drawn('circle', { cx: x, cy: y, r: 3.7, class: dark ? 'piece-dark' : 'piece-light' })];
    const on = dark ? 'on-dark' : 'on-light';
    if (king) {
      const crown = `M${x - 2.1} ${y + 1.6}L${x - 2.4} ${y - 1.3}L${x - 1} ${y - .1}L${x} ${y - 2}L${x + 1} ${y - .1}L${x + 2.4} ${y - 1.3}L${x + 2.1} ${y + 1.6}Z`;
      parts.push(drawn('path', { d: crown, class: on }));
    } else if (/[A-Z]/.test(letter)) {
      parts.push(drawn('text', { x, y: y + 1.7, class: `letter ${on}` }, letter));
    }
    return drawn('g', { class: extra || null }, drawn('title', {}, `${name} on ${this.name(cell)}`), parts);
  }

  key() {
    const entry = (words, ...shape) => element('span', {}, drawn('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, shape), words);
    const present = this.board.pieces.filter(([letter]) =>
      this.board.rows.some(row => row.includes(letter)) || this.frames.some(frame => frame.becomes === letter));
    const row = element('div', { class: 'key' }, present.map(([letter, name]) => {
      const shape = this.piece(letter, 0);
      shape.querySelector('title').remove();
      return entry(name, shape);
    }));
    if (this.board.goal) row.append(entry('goal', drawn('rect', { x: 1, y: 1, width: 8, height: 8, class: 'goal' })));
    return row;
  }

  /* The letters of all squares after so many frames. */
  cells(frames) {
    const cells = [...this.board.rows.join('')];
    for (const frame of this.frames.slice(0, frames)) {
      // A piece that comes from outside has no way, and says what it is.
      if (frame.wrong || frame.path.length < (frame.becomes ? 1 : 2)) continue;
      const piece = cells[frame.path[0]];
      cells[frame.path[0]] = '.';
      for (const taken of frame.taken) cells[taken] = '.';
      cells[frame.path.at(-1)] = frame.becomes ?? piece;
    }
    return cells;
  }

  show(at) {
    this.at = Math.max(0, Math.min(at, this.frames.length));
    const frame = this.frames[this.at - 1];
    this.layer.replaceChildren();
    this.cells(this.at).forEach((letter, cell) => {
      if (letter !== '.') this.layer.append(this.standing(letter, cell));
    });
    if (frame) this.happening(frame);
    this.arrows();
    this.tell(frame);
  }

  /* A piece that stands there: to be picked, where arrows begin on its square. */
  standing(letter, cell) {
    const piece = this.piece(letter, cell);
    const own = this.board.arrows.filter(([from]) => from === cell);
    if (!own.length) return piece;
    const pick = () => {
      this.picked = this.picked === cell ? null : cell;
      this.show(this.at);
      this.layer.querySelector(`[data-cell="${cell}"]`).focus();
    };
    return filled(piece, {
      class: 'pick', role: 'button', tabindex: 0, 'data-cell': cell, 'aria-pressed': String(this.picked === cell),
      'aria-label': `piece on ${this.name(cell)}, ${plural(own.length, 'move')}`, onclick: pick,
      onkeydown: event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); pick(); } },
    }, []);
  }

  happening(frame) {
    if (!frame.wrong) {
      const before = this.cells(this.at - 1);
      for (const cell of frame.taken) {
        const [x, y] = this.place(cell);
        this.layer.append(this.piece(before[cell], cell, 'ghost'),
          drawn('path', { d: `M${x - 2.6} ${y - 2.6}l5.2 5.2M${x - 2.6} ${y + 2.6}l5.2 -5.2`, class: 'gone' }));
      }
      if (frame.path.length && frame.path[0] !== frame.path.at(-1)) this.layer.append(this.piece(before[frame.path[0]], frame.path[0], 'ghost'));
    }
    this.way(frame.path, frame.wrong ? ' bad' : '');
    if (frame.wrong && frame.path.length > 1) {
      const [x, y] = this.place(frame.path.at(-1));
      this.layer.append(drawn('path', { d: `M${x - 3} ${y - 3}l6 6M${x - 3} ${y + 3}l6 -6`, class: 'cross' }));
    }
    for (const cell of frame.marks) {
      const [cx, cy] = this.place(cell);
      this.layer.append(drawn('circle', { cx, cy, r: 4.5, class: frame.wrong ? 'ring' : 'ring fine' }));
    }
  }

  /* A line along squares with a tip; long ones have their hops numbered. */
  way(path, kind) {
    if (path.length < 2) return;
    const points = path.map(cell => this.place(cell));
    const [x, y] = points.at(-1);
    const [fromX, fromY] = points.at(-2);
    const length = Math.hypot(x - fromX, y - fromY) || 1;
    const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
    const end = [x - dx * 2.5, y - dy * 2.5];
    const line = [...points.slice(0, -1), end].map(point => point.map(value => +value.toFixed(2)).join(' ')).join('L');
    const tip = `M${x} ${y}L${x - dx * 3 - dy * 1.6} ${y - dy * 3 + dx * 1.6}L${x - dx * 3 + dy * 1.6} ${y - dy * 3 - dx * 1.6}Z`;
    this.layer.append(drawn('path', { d: `M${line}`, class: `way${kind}` }), drawn('path', { d: tip, class: `tip${kind}` }));
    if (path.length < 3) return;
    const visits = new Map();
    path.slice(0, -1).forEach((cell, hop) => { if (hop) visits.set(cell, [...(visits.get(cell) ?? []), hop]); });
    for (const [cell, hops] of visits) {
      const [cx, cy] = this.place(cell);
      this.layer.append(drawn('circle', { cx, cy, r: 1.9, class: 'hop' }),
        drawn('text', { x: cx, y: cy + .9, class: 'hop-number' }, hops.length > 2 ? `${hops[0]}…` : hops.join(',')));
    }
  }

  arrows() {
    const { arrows } = this.board;
    const faulty = arrows.some(([, , listed]) => listed);
    const wanted = ([from, , listed]) => this.picked == null ? !faulty || listed : from === this.picked;
    for (const [from, to, listed] of arrows.filter(wanted)) this.way([from, to], CLASSES[listed]);
  }

  tell(frame) {
    this.caption.classList.toggle('wrong', Boolean(frame?.wrong));
    this.caption.textContent = this.frames.length ? this.words(frame) : this.pickedWords();
    if (!this.slider) return;
    this.slider.value = this.at;
    this.slider.setAttribute('aria-valuetext', this.caption.textContent);
    for (const button of this.back) button.disabled = this.at === 0;
    for (const button of this.forth) button.disabled = this.at === this.frames.length;
  }

  words(frame) {
    const { unit, before } = this.board;
    const total = before + this.frames.filter(one => one.path.length).length;
    if (!frame) return before ? `after ${plural(before, unit)}, which are left out` : `the start, before ${plural(total, unit)}`;
    const squares = frame.path.map(cell => this.name(cell)).join(' → ');
    const number = this.frames.length > 1 && frame.path.length ? `${unit} ${before + this.at} of ${total}: ` : '';
    const taken = frame.taken.length > 1 || (frame.taken.length && this.frames.length > 1) ? `, ${frame.taken.length} taken` : '';
    const said = frame.wrong ? frame.caption : [squares + taken, frame.caption].filter(Boolean).join('; ');
    return number + said;
  }

  pickedWords() {
    const own = this.board.arrows.filter(([from]) => from === this.picked);
    if (!own.length) return 'Choose a piece to see its moves.';
    return own.map(arrow => this.moveWords(arrow)).join(', ');
  }

  moveWords([from, to, listed, caption]) {
    const kind = LISTED[listed] && ` (${LISTED[listed]}${caption && `: ${caption}`})`;
    return `${this.name(from)}-${this.name(to)}${kind}`;
  }

  choices() {
    const entry = (kind, words) => element('span', {},
      drawn('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true' }, drawn('path', { d: 'M0 5h10', class: `way${kind}` })), words);
    const kinds = new Set(this.board.arrows.map(([, , listed]) => listed));
    return element('div', { class: 'key' }, kinds.has(0) ? entry('', 'possible and listed') : null,
      kinds.has(1) ? entry(' lost', 'missing') : null, kinds.has(2) ? entry(' bad', 'wrong') : null);
  }

  /* What is missing or wrong, in words. */
  moves() {
    const faulty = this.board.arrows.filter(([, , listed]) => listed);
    return element('ul', { class: 'moves' }, faulty.slice(0, 24).map(arrow => element('li', {}, this.moveWords(arrow))),
      faulty.length > 24 ? element('li', {}, `and ${faulty.length - 24} more`) : null);
  }

  controls() {
    const press = (words, label, go) => element('button', { class: 'press', type: 'button', 'aria-label': label, title: label, onclick: go }, words);
    const to = where => () => { this.stop(); this.show(where()); };
    const first = press('|‹', 'first', to(() => 0));
    const back = press('‹', 'step back', to(() => this.at - 1));
    const forth = press('›', 'step', to(() => this.at + 1));
    const last = press('›|', 'last', to(() => this.frames.length));
    this.play = element('button', { class: 'press play', type: 'button', onclick: () => this.timer ? this.stop() : this.start() }, 'Play');
    [this.back, this.forth] = [[first, back], [forth, last]];
    this.slider = element('input', { type: 'range', min: 0, max: this.frames.length, value: this.at, 'aria-label': this.board.unit,
      oninput: () => { this.stop(); this.show(Number(this.slider.value)); } });
    this.speed = element('select', { 'aria-label': 'speed', class: 'press' },
      [['slow', 1500], ['normal', 700], ['fast', 250], ['very fast', 60]].map(([words, pause]) =>
        element('option', { value: pause, selected: pause === 700 }, words)));
    return element('div', { class: 'controls', role: 'group', 'aria-label': 'replay' },
      first, back, this.play, forth, last, this.slider, element('label', {}, 'speed ', this.speed));
  }

  start() {
    if (this.at === this.frames.length) this.show(0);
    this.play.textContent = 'Pause';
    const next = () => {
      // The board may be gone, with the case that it belonged to.
      if (!this.figure.isConnected) return this.stop();
      this.show(this.at + 1);
      if (this.at === this.frames.length) this.stop();
      else this.timer = setTimeout(next, Number(this.speed.value));
    };
    this.timer = setTimeout(next, 50);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.play.textContent = 'Play';
  }
}
