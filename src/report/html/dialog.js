/* What opens over the page: a case, a submission, a game. */

const dialog = document.getElementById('case');
/* Opens what the address names, if it names something; each page has its own. */
let follow = () => false;
/* Opens a neighbour of what is open, for the arrow keys; none where there are no neighbours. */
let stepBy = null;

/* Opens it. `step` opens a neighbour, and `may` says whether there is one before and one behind. */
function reveal(hash, title, subtitle, mark, body, step = null, may = []) {
  stepBy = step;
  const press = (words, by, possible) => element('button', { class: 'press', type: 'button', disabled: !possible, onclick: () => step(by) }, words);
  const steps = step ? [press('‹ Previous', -1, may[0]), press('Next ›', 1, may[1])] : [];
  const close = element('button', { class: 'press', type: 'button', onclick: () => dialog.close() }, 'Close');
  dialog.replaceChildren(
    element('header', {}, mark, element('h2', { id: 'case-title', tabindex: '-1' }, title, element('small', {}, subtitle)), steps, close),
    filled(element('div'), {}, body));
  // Back leads from what is open to the page, and not through all neighbours that were looked at.
  if (location.hash !== hash) history[dialog.open ? 'replaceState' : 'pushState'](null, '', hash);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  document.getElementById('case-title').focus();
}

dialog.addEventListener('close', () => {
  // Something else may have been opened since.
  if (dialog.open) return;
  dialog.replaceChildren();
  if (location.hash) history.replaceState(null, '', location.href.split('#')[0]);
});
addEventListener('popstate', () => {
  if (!follow() && dialog.open) dialog.close();
});
dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener('keydown', event => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || !stepBy || event.target.closest('input, select, .text') || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stepBy(by);
});
