function showHeader() {
  document.title = report.title + ' – engine-lab';
  byId('title').textContent = report.title;
  byId('setting').textContent = report.setting + ', ' + report.time + ' time';
}

function showVerdict() {
  const verdict = byId('verdict');
  const words = {
    empty: 'No engine ran.', single: 'One engine ran; there is nothing to compare it with.',
    agree: 'All engines agree.', differ: 'The engines disagree.',
  };
  verdict.className = 'verdict ' + report.agreement;
  verdict.append(make('strong', { text: words[report.agreement] }));
  if (divergence) {
    const text = 'First difference at ' + timeText(divergence.at) + ': ' + divergence.subject;
    const show = make('button', { className: 'link', type: 'button', id: 'show-difference', text });
    show.addEventListener('click', showDivergence);
    const values = make('ul');
    for (const value of divergence.values) {
      values.append(make('li', { text: value.engine + ': ' + value.text }));
    }
    verdict.append(show, values);
  } else if (report.differences.length > 0) {
    // Engines that end alike after different observations on the way.
    const differences = make('ul', { id: 'differences' });
    for (const text of report.differences) differences.append(make('li', { text }));
    verdict.append(differences);
  }
  if (report.changes.length > 0) {
    const changes = make('ul', { id: 'changes' });
    for (const text of report.changes) changes.append(make('li', { text }));
    verdict.append(make('span', { text: 'Played with these changes:' }), changes);
  }
}

function agreementText(engine) {
  if (report.engines.length < 2) return ['–', ''];
  if (differsOnlyOnTheWay) return ['all, but not after each step', 'bad'];
  if (engine.agreesWith.length === report.engines.length - 1) return ['all', 'good'];
  return [engine.agreesWith.length ? engine.agreesWith.join(', ') : 'none', 'bad'];
}

function showTotals() {
  const columns = [
    ['actions', (e) => e.totals.actions], ['started', (e) => e.totals.started], ['ended', (e) => e.totals.ended],
    ['finished', (e) => e.totals.finished], ['failed', (e) => e.totals.failed],
    ['cancelled', (e) => e.totals.cancelled], ['dropped', (e) => e.totals.dropped],
    ['most waiting', (e) => e.totals.mostWaiting], ['jobs', (e) => e.cost.jobs],
    ['real time', (e) => (e.cost.time === null ? null : e.cost.time.toFixed(1) + ' ms')],
  ].filter(([, value]) => report.engines.some((engine) => value(engine) !== null));
  const head = make('tr', {}, make('th', { scope: 'col', text: 'engine' }));
  head.firstChild.style.textAlign = 'left';
  head.append(make('th', { scope: 'col', text: 'agrees with' }));
  for (const [title] of columns) head.append(make('th', { scope: 'col', text: title }));
  const body = make('tbody');
  for (const engine of report.engines) {
    const row = make('tr', {}, make('th', { scope: 'row', text: engine.name }));
    const [text, className] = agreementText(engine);
    row.append(make('td', { text, className }));
    for (const [title, value] of columns) {
      const cell = value(engine);
      row.append(make('td', { text: cell ?? '–', className: title === 'failed' && cell > 0 ? 'bad' : '' }));
    }
    body.append(row);
  }
  byId('totals').append(make('thead', {}, head), body);
}

// A cell is highlighted if its value differs from most others.
function usual(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function showFinalStates() {
  const labels = [...new Set(report.engines.flatMap((engine) => engine.finalState.rows.map((row) => row.label)))];
  const head = make('tr', {}, make('td'));
  for (const engine of report.engines) head.append(make('th', { scope: 'col', text: engine.name }));
  const body = make('tbody');
  for (const label of labels) {
    const row = make('tr', {}, make('th', { scope: 'row', text: label }));
    const values = report.engines.map((engine) => valueOf(engine.finalState.rows, label));
    const most = usual(values);
    for (const value of values) row.append(make('td', { text: value, className: value === most ? '' : 'other' }));
    body.append(row);
  }
  byId('final').append(make('thead', {}, head), body);
  const lists = byId('lists');
  const titles = [...new Set(report.engines.flatMap((e) => e.finalState.lists.map((list) => list.title)))];
  for (const title of titles) showLists(title, lists);
}

// A list that all engines share is shown once.
function showLists(title, place) {
  const lists = report.engines.map((engine) => engine.finalState.lists.find((list) => list.title === title));
  const texts = lists.map((list) => JSON.stringify(list ?? null));
  const isShared = texts.every((text) => text === texts[0]);
  lists.forEach((list, index) => {
    if (!list || list.items.length === 0 || (isShared && index > 0)) return;
    const heading = title + (isShared ? '' : ' of ' + report.engines[index].name);
    const items = make('ol', { className: 'items' });
    for (const item of list.items) items.append(make('li', { text: item }));
    const note = make('p', { className: 'muted', text: list.note });
    place.append(make('div', {}, make('h3', { text: heading }), note, items));
  });
}
