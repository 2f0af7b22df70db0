/* What all parts of the page share: the data, and elements made of text that is never markup. */

const data = JSON.parse(document.getElementById('data').textContent);
const text = number => data.texts[number] ?? '';

const WORDS = {
  AC: 'accepted', PC: 'partial score', WA: 'wrong answer', PE: 'presentation error',
  TLE: 'time limit exceeded', ILE: 'idleness limit exceeded', MLE: 'memory limit exceeded',
  OLE: 'output limit exceeded', RTE: 'run-time error', SV: 'security violation',
  CE: 'compile error', JE: 'judge error', SK: 'not run',
};
const VERDICTS = Object.keys(WORDS);

/* A case as the data's list has it. */
function caseOf(problem, submission, number) {
  const list = submission.cases[number];
  if (!list) return null;
  const [verdict, message, command, detail, cpu, wall, memory, output, limits, exit, signal, score, reference, own] = list;
  const [cpuLimit, wallLimit, memoryLimit, outputLimit] = limits == null ? [] : text(limits).split(' ').map(Number);
  return {
    name: text(problem.cases[number]), verdict, message: text(message),
    command: (own ? '' : submission.command) + text(command), detail,
    cpu, wall, memory, output, cpuLimit, wallLimit, memoryLimit, outputLimit, exit, signal, score, reference,
  };
}

/* An element; attributes that begin with `on` are listeners, children are elements or text. */
function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function drawn(tag, attributes = {}, ...children) {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child != null));
  return node;
}

const seconds = value => value == null ? '' : `${value.toFixed(3)} s`;

function bytes(value) {
  if (value == null) return '';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit < 4) { value /= 1024; unit += 1; }
  return `${unit ? value.toFixed(1) : value} ${units[unit]}`;
}

// As in the words of reports: control groups do not measure finer.
const memory = value => value != null && value < 1 << 20 ? '< 1 MiB' : bytes(value);

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;
