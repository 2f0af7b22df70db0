/* One case, opened: what happened, the board, the files, the command that repeats it. */

function openCase(problemNumber, submissionNumber, caseNumber) {
  const problem = data.problems[problemNumber];
  const submission = problem?.submissions[submissionNumber];
  const one = submission && caseOf(problem, submission, caseNumber);
  if (!one) return;
  reveal(`#p${problemNumber}s${submissionNumber}c${caseNumber}`, one.name, submission.path, verdictMark(one.verdict), caseBody(problem, one),
    by => openCase(problemNumber, submissionNumber, caseNumber + by), [caseNumber > 0, caseNumber + 1 < submission.cases.length]);
}

function openSubmission(problemNumber, submissionNumber) {
  const problem = data.problems[problemNumber];
  const submission = problem?.submissions[submissionNumber];
  if (!submission) return;
  const go = number => openCase(problemNumber, submissionNumber, number);
  const plots = submission.cases.length ? plotsOf(problem, submission, go) : [];
  reveal(`#p${problemNumber}s${submissionNumber}`, submission.path, problem.name, verdictMark(submission.verdict), [
      element('p', { class: 'sentence' }, WORDS[submission.verdict], submission.score == null ? null : `, score ${submission.score}`,
        submission.expected ? `; expected ${submission.expected}` : null),
      firstFailure(problem, submission, go),
      ['CPU time against the limit', 'Memory against the limit', 'Score beside the reference'].slice(0, plots.length)
        .flatMap((words, at) => [element('h3', {}, words), plots[at]]),
      submission.compiler ? block(submission.cases.length || submission.verdict !== 'JE' ? 'The compiler said' : 'The machine failed', submission.compiler, submission.compiler_cut) : null,
      repeat(submission.command)]);
}

/* What failed first and why, and a way there. */
function firstFailure(problem, submission, go) {
  if (submission.first_failure == null) return null;
  const one = caseOf(problem, submission, submission.first_failure);
  const message = one.message ? `: ${one.message}` : '';
  return element('p', { class: 'first-failure' }, 'First failure: ',
    element('button', { class: 'link', type: 'button', onclick: () => go(submission.first_failure) }, one.name),
    ` ${WORDS[one.verdict]}${message}`);
}

const verdictMark = verdict => element('b', { class: `v ${verdict}` }, verdict);

function caseBody(problem, one) {
  const ran = one.cpu != null;
  const parts = [element('p', { class: 'sentence' }, WORDS[one.verdict], one.message ? `: ${one.message}` : null)];
  if (ran) parts.push(figures(problem, one));
  const detail = one.detail >= 0 ? data.details[one.detail] : null;
  if (detail) parts.push(...files(detail));
  if (one.detail === -1 || detail?.drawing_left_out) {
    parts.push(element('p', { class: 'note' }, detail ? 'The drawing is' : 'The files and the drawing of this case are',
      ' left out, to keep the page small. This makes a page of the case alone:'), command(`${one.command} --html case.html`));
  }
  parts.push(repeat(one.command));
  parts.push(element('p', { class: 'note' }, `Isolation in force: ${problem.isolation}. `,
    ran ? `Limits: ${seconds(one.cpuLimit)} CPU time, ${seconds(one.wallLimit)} wall time, ${bytes(one.memoryLimit)} memory, ${bytes(one.outputLimit)} output.` : null));
  return parts;
}

function figures(problem, one) {
  const meter = (words, value, limit, unit) => [
    element('span', {}, words),
    drawn('svg', { class: 'meter', viewBox: '0 0 150 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      drawn('path', { d: `M0 0H${Math.max(1, Math.min(150, value / limit * 100))}V10H0z`, class: `fill-${value > limit ? 'WA' : 'AC'}` }),
      drawn('path', { d: 'M100 0V10', class: 'limit' })),
    element('span', {}, `${unit(value)} of ${unit(limit)}`)];
  const plain = (words, value) => [element('span', {}, words), element('span'), element('span', {}, value)];
  const ending = one.signal != null ? `signal ${one.signal}` : one.exit != null ? `exit code ${one.exit}` : 'stopped';
  return element('div', { class: 'meters' },
    meter('CPU time', one.cpu, one.cpuLimit, seconds), meter('wall time', one.wall, one.wallLimit, seconds),
    meter('memory', one.memory, one.memoryLimit, memory), meter('output', one.output, one.outputLimit, bytes),
    problem.scored && one.score != null ? plain('score', `${one.score}${one.reference == null ? '' : ` (reference ${one.reference})`}`) : null,
    plain('ended by', ending));
}

function files(detail) {
  const { drawing, input, output, answer, place, turns } = detail;
  const parts = [];
  if (drawing != null) {
    const { boards, left_out: leftOut } = data.drawings[drawing];
    parts.push(element('h3', {}, boards.length > 1 ? 'Boards' : 'Board'),
      element('div', { class: 'boards' }, boards.map(board => new BoardView(board).figure)),
      leftOut ? element('p', { class: 'note' }, `${plural(leftOut, 'more board')} of this case not drawn`) : null);
  }
  const found = difference(output, answer, place);
  parts.push(element('div', { class: 'panes' },
    pane(turns ? 'Input (only the interactor sees it)' : 'Input', input, null),
    turns ? null : answer && pane('Expected', answer, found, 'the jury’s answer'),
    turns ? null : pane('Output', output, found)));
  if (turns) parts.push(element('h3', {}, 'Dialogue'), dialogue(turns));
  if (text(detail.errors)) parts.push(block('Standard error', text(detail.errors), detail.errors_cut));
  return parts;
}

const linesOf = excerpt => excerpt[3] ? [] : text(excerpt[2]).split('\n');

/* Where output and answer part, or else the checker's place: a line's index and a column in it. */
function difference(output, answer, place) {
  const [found, expected] = [linesOf(output), answer ? linesOf(answer) : null];
  if (expected) {
    const length = Math.max(found.length, expected.length);
    for (let line = 0; line < length; line += 1) {
      if (found[line] === expected[line]) continue;
      const [left, right] = [found[line] ?? '', expected[line] ?? ''];
      let column = 0;
      while (column < left.length && left[column] === right[column]) column += 1;
      // Characters that differ may begin with the same half.
      if (left.codePointAt(column - 1) > 0xffff) column -= 1;
      return { line, column };
    }
  }
  if (!place) return null;
  const line = place[0] - output[0];
  const plain = /^[ -[\]-~]*$/.test(found[line] ?? '');
  return { line, column: plain ? place[1] - output[1] : null };
}

function pane(title, excerpt, marked, more = '') {
  const [firstLine, firstColumn, , , goesOn, size] = excerpt;
  const rows = linesOf(excerpt).map((line, index) => element('li', { class: marked?.line === index ? 'differs' : null },
    element('span', {}, String(firstLine + index)),
    element('span', {}, firstColumn > 1 ? '…' : null, marked?.line === index ? withMark(line, marked.column) : line)));
  if (marked && marked.line >= rows.length && marked.line - rows.length < 2) rows.push(element('li', { class: 'differs' }, element('span'), element('span', {}, element('mark', {}, 'the text ends here'))));
  if (goesOn) rows.push(element('li', {}, element('span'), element('span', {}, '…')));
  const from = firstColumn > 1 ? `, from column ${firstColumn}` : '';
  return element('div', {}, element('h3', {}, title, element('span', { class: 'size' }, [more, `${bytes(size)}${from}`].filter(Boolean).join(', '))),
    element('div', { class: 'text', tabindex: 0, role: 'region', 'aria-label': title }, rows.length ? element('ol', {}, rows) : '(empty)'));
}

/* The line with the character at that column marked; the whole line where the column is not known. */
function withMark(line, column) {
  if (column == null) return [element('mark', {}, line || ' ')];
  const character = line.slice(column, column + (line.codePointAt(column) > 0xffff ? 2 : 1));
  return [line.slice(0, column), element('mark', {}, character || '⏎'), line.slice(column + character.length)];
}

function dialogue(turns) {
  if (!turns.length) return element('p', { class: 'note' }, 'Nobody wrote anything.');
  return element('table', { class: 'turns' }, element('tbody', {}, turns.map(([at, by, said, size, leftOut]) => [
    leftOut ? element('tr', {}, element('td'), element('td'), element('td', {}, `… ${plural(leftOut, 'turn')} left out`)) : null,
    element('tr', { class: by === 'interactor' ? 'interactor' : null }, element('td', {}, seconds(at)),
      element('td', {}, by), element('td', {}, text(said), size > 160 ? element('small', {}, ` … ${bytes(size)}`) : null))])));
}

function block(title, words, cut) {
  return element('div', {}, element('h3', {}, title, cut ? element('span', { class: 'size' }, 'its head') : null),
    element('div', { class: 'text', tabindex: 0, role: 'region', 'aria-label': title }, element('pre', {}, words)));
}

const repeat = words => element('div', {}, element('h3', {}, 'Repeat'), command(words));

/* A command, and a button that copies it. */
function command(words) {
  const pre = element('pre', {}, words);
  const copy = element('button', { class: 'press', type: 'button', onclick: async () => {
    try {
      await navigator.clipboard.writeText(words);
      copy.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(pre);
    }
  } }, 'Copy');
  return element('div', { class: 'command' }, element('div', { class: 'text' }, pre), copy);
}
