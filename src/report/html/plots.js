/* Small plots: a bar a case against its limit, the score of a case beside the reference's. */

const [WIDTH, HEIGHT] = [300, 40];

/* Bars of these heights, from 0 to 1, in the colours of the cases' verdicts. */
function bars(cases, share) {
  const step = WIDTH / Math.max(cases.length, 1);
  const gap = step > 4 ? 1 : step * .15;
  const paths = {};
  cases.forEach((one, at) => {
    const value = share(one);
    if (value == null) return;
    const height = Math.max(Math.min(value, 1) * (HEIGHT - 2), .6);
    paths[one.verdict] = `${paths[one.verdict] ?? ''}M${(at * step).toFixed(2)} ${HEIGHT}v${(-height).toFixed(2)}h${(step - gap).toFixed(2)}v${height.toFixed(2)}z`;
  });
  return Object.entries(paths).map(([verdict, d]) => drawn('path', { d, class: `fill-${verdict}` }));
}

function plot(cases, label, open, ...parts) {
  const title = drawn('title');
  const at = event => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.floor((event.clientX - box.left) / box.width * cases.length);
  };
  return drawn('svg', {
    class: 'plot', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': label,
    onclick: event => open(at(event)),
    onmousemove: event => { title.textContent = cases[at(event)]?.name ?? ''; },
  }, title, parts);
}

/* What each case used of its limit; a case at its limit reaches the dashed line. */
function usagePlot(cases, what, value, limit, unit, open) {
  const share = one => value(one) == null || !limit(one) ? null : value(one) / limit(one);
  const top = Math.max(1.1, Math.min(1.8, Math.max(...cases.map(one => share(one) ?? 0)) * 1.05));
  const worst = cases.reduce((most, one) => (share(one) ?? -1) > (share(most) ?? -1) ? one : most, cases[0]);
  const known = worst && share(worst) != null;
  const words = known ? `most ${unit(value(worst))} of ${unit(limit(worst))}` : 'nothing was run';
  const line = HEIGHT - (HEIGHT - 2) / top;
  return [plot(cases, `${what} by case: ${words}`, open, bars(cases, one => share(one) == null ? null : share(one) / top),
    drawn('path', { d: `M0 ${line}H${WIDTH}`, class: 'limit' })), [words, known ? [', in ', way(cases, worst, open)] : null]];
}

/* The name of a case, which opens it. */
function way(cases, one, open) {
  return element('button', { class: 'link', type: 'button', onclick: () => open(cases.indexOf(one)) }, one.name);
}

function scorePlot(cases, most, open) {
  const step = WIDTH / Math.max(cases.length, 1);
  const ticks = cases.map((one, at) => one.reference == null ? ''
    : `M${(at * step).toFixed(2)} ${(HEIGHT - one.reference / most * (HEIGHT - 2)).toFixed(2)}h${(step * .9).toFixed(2)}`).join('');
  const both = cases.filter(one => one.score != null && one.reference != null);
  const better = both.filter(one => one.score > one.reference).length;
  const worse = both.filter(one => one.score < one.reference).length;
  const share = one => one.reference ? one.score / one.reference : 1;
  const least = both.length ? both.reduce((low, one) => share(one) < share(low) ? one : low) : null;
  const words = both.length ? `better than the reference in ${better}, worse in ${worse} of ${both.length}` : 'the reference’s scores are not known';
  return [plot(cases, `score by case: ${words}`, open, bars(cases, one => one.score == null ? null : one.score / most),
    drawn('path', { d: ticks, class: 'reference' })), [words, least && least.score < least.reference ? [', least in ', way(cases, least, open)] : null]];
}

/* The plots of one submission, each with what it says in words. */
function plotsOf(problem, submission, open) {
  const cases = submission.cases.map((_, number) => caseOf(problem, submission, number));
  const plots = [
    usagePlot(cases, 'CPU time', one => one.cpu, one => one.cpuLimit, seconds, open),
    usagePlot(cases, 'memory', one => one.memory, one => one.memoryLimit, memory, open),
  ];
  if (problem.scored) plots.push(scorePlot(cases, problem.mostScore, open));
  const heads = ['CPU time', 'memory', 'score'];
  return plots.map(([figure, words], at) => element('div', {}, figure,
    element('small', { class: 'plot-words', 'data-what': heads[at] }, words)));
}

for (const problem of data.problems) {
  const scores = problem.submissions.flatMap(submission => submission.cases.flatMap(list => [list[11] ?? 0, list[12] ?? 0]));
  problem.mostScore = scores.reduce((most, score) => Math.max(most, score), 0) || 1;
}
