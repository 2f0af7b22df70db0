/* The matrix: cells that open, columns that sort, arrow keys, and the plots below it. */

function matrix(section) {
  const number = Number(section.dataset.problem);
  const problem = data.problems[number];
  const table = section.querySelector('table');
  const rows = [...table.tBodies[0].rows];
  for (const row of rows) {
    const index = Number(row.dataset.row);
    const submission = problem.submissions[index];
    enter(row.cells[0], () => openSubmission(number, index), `${submission.path}, ${WORDS[submission.verdict]}`);
    [...row.querySelectorAll('td.v')].forEach((cell, at) => {
      const words = cellWords(problem, submission, at);
      enter(cell, () => openCase(number, index, at), words);
      cell.title = words;
    });
  }
  const heads = [...table.querySelectorAll('thead th[data-key], thead tr + tr th')];
  heads.forEach(head => {
    head.setAttribute('aria-sort', 'none');
    enter(head, () => sort(table, rows, heads, head, problem), head.title ? `sort by ${head.title}` : null);
  });
  const plots = element('div', { class: 'plots' });
  plots.style.setProperty('--plots', problem.scored ? 3 : 2);
  const title = problem.scored ? 'Time, memory and score by case' : 'Time and memory by case';
  section.querySelector('.legend').after(element('details', { class: 'charts', open: rows.length <= FEW }, element('summary', {}, title), plots));
  table.addEventListener('sorted', () => drawPlots(plots, number, problem, table));
  drawPlots(plots, number, problem, table);
  table.addEventListener('keydown', event => walk(event, table));
  rove(table, table.querySelector('tbody button'));
}

/* Submissions whose charts are shown at once; those of more have to be asked for. */
const FEW = 8;

/* The case, its verdict, and its score where there is one. */
function cellWords(problem, submission, at) {
  const { name, verdict, score, reference } = caseOf(problem, submission, at);
  const against = reference == null ? '' : ` (reference ${reference})`;
  return `${name}: ${WORDS[verdict]}${problem.scored && score != null ? `, score ${score}${against}` : ''}`;
}

/* Puts what a cell holds into a button. */
function enter(cell, go, label) {
  const button = element('button', { type: 'button', tabindex: '-1', 'aria-label': label, onclick: go });
  button.append(...cell.childNodes);
  cell.append(button);
}

/* One button of the table takes part in tabbing; arrows go on from there. */
function rove(table, button) {
  if (!button) return;
  table.querySelector('button[tabindex="0"]')?.setAttribute('tabindex', '-1');
  button.setAttribute('tabindex', '0');
}

function walk(event, table) {
  const cell = event.target.closest('th, td');
  const row = cell?.parentElement;
  if (!row) return;
  const grid = [...table.rows].map(one => [...one.querySelectorAll('button')]);
  const line = grid.findIndex(buttons => buttons.includes(event.target));
  const body = table.tHead.rows.length;
  const at = grid[line]?.indexOf(event.target);
  // The second row of heads stands above the cells, the first above all else.
  const plain = grid[0].length;
  const column = line === 0 ? at : line === 1 ? at + plain : at === 0 ? 0 : at + plain - 1;
  const find = (to, wanted) => to === 0 ? grid[0][Math.min(wanted, plain - 1)]
    : to === 1 ? grid[1][wanted - plain] ?? grid[0][wanted]
    : grid[to]?.[wanted < plain ? 0 : Math.min(wanted - plain + 1, grid[to].length - 1)];
  const up = line === body && column < plain ? 0 : line - 1;
  const down = line === 0 ? body : line + 1;
  const next = {
    ArrowRight: () => line === 0 && at === plain - 1 ? grid[1][0] : grid[line][at + 1],
    ArrowLeft: () => line === 1 && at === 0 ? grid[0][plain - 1] : grid[line][at - 1],
    ArrowUp: () => up >= 0 ? find(up, column) : null,
    ArrowDown: () => find(down, column),
    Home: () => grid[line][0],
    End: () => grid[line].at(-1),
  }[event.key]?.();
  if (!next) return;
  event.preventDefault();
  rove(table, next);
  next.focus();
}

/* What sorts from the greatest down first: scores, and letters from the worst verdict on. */
const FALLING = new Set(['score', 'case']);

function sort(table, rows, heads, head, problem) {
  const key = head.dataset.key ?? 'case';
  const before = head.getAttribute('aria-sort');
  const [first, second] = FALLING.has(key) ? ['descending', 'ascending'] : ['ascending', 'descending'];
  const order = before === 'none' ? first : before === first ? second : 'none';
  heads.forEach(other => other.setAttribute('aria-sort', 'none'));
  head.setAttribute('aria-sort', order);
  const at = heads.filter(other => !other.dataset.key).indexOf(head);
  const value = row => sortValue(problem, problem.submissions[Number(row.dataset.row)], key, at);
  const sign = order === 'descending' ? -1 : 1;
  const compare = (left, right) => {
    const [one, other] = [value(left), value(right)];
    // What is not known stands last either way.
    if (one == null || other == null) return (one == null) - (other == null);
    return sign * (typeof one === 'string' ? one.localeCompare(other) : one - other);
  };
  const sorted = order === 'none' ? rows : [...rows].sort(compare);
  table.tBodies[0].append(...sorted);
  rove(table, head.querySelector('button'));
  table.dispatchEvent(new Event('sorted'));
}

function sortValue(problem, submission, key, at) {
  if (key === 'verdict') return VERDICTS.indexOf(submission.verdict);
  if (key !== 'case') return submission[key];
  const list = submission.cases[at];
  if (!list) return null;
  // In a scored problem, what was not run has no score, and its letter is none either.
  return problem.scored ? list[11] : VERDICTS.indexOf(list[0]);
}

function drawPlots(plots, number, problem, table) {
  const heads = ['', 'CPU time against the limit (dashed)', 'memory against the limit (dashed)'];
  if (problem.scored) heads.push('score beside the reference (line)');
  plots.replaceChildren(...heads.map(words => element('div', { class: 'head' }, words)));
  for (const row of table.tBodies[0].rows) {
    const index = Number(row.dataset.row);
    const submission = problem.submissions[index];
    if (!submission.cases.length) continue;
    plots.append(element('div', { class: 'name', title: submission.path }, submission.name),
      ...plotsOf(problem, submission, at => openCase(number, index, at)));
  }
}

document.querySelectorAll('.problem').forEach(matrix);
follow = () => {
  const link = /^#p(\d+)s(\d+)(?:c(\d+))?$/.exec(location.hash);
  if (!link) return false;
  const [problem, submission, one] = link.slice(1).map(part => part == null ? null : Number(part));
  if (one == null) openSubmission(problem, submission);
  else openCase(problem, submission, one);
  return true;
};
follow();
