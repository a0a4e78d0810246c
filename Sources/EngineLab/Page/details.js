let selected = null;

const find = (engine, key) => timelines[engine].find((item) => item.key === key);
const effectsOf = (item) => timelines[item.engine].filter((other) => other.data.cause === item.key);

// Selecting moves the only Tab stop of the timeline, and shows the details.
function select(item, takesFocus) {
  if (selected) timelines[selected.engine].forEach((other) => { other.element.tabIndex = -1; });
  if (selected && selected.engine !== item.engine) timelines[selected.engine][0].element.tabIndex = 0;
  timelines[item.engine].forEach((other) => { other.element.tabIndex = -1; });
  item.element.tabIndex = 0;
  selected = item;
  show(item);
  if (takesFocus) {
    item.element.focus({ preventScroll: true });
    item.element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

function show(item) {
  for (const element of document.querySelectorAll('.selected, .related')) {
    element.classList.remove('selected', 'related');
  }
  item.element.classList.add('selected');
  const cause = item.data.cause && find(item.engine, item.data.cause);
  for (const other of [cause, ...effectsOf(item)]) if (other) other.element.classList.add('related');
  for (const line of document.querySelectorAll('.overlay .cursor')) line.remove();
  for (const overlay of document.querySelectorAll('.overlay .inner')) {
    const line = make('i', { className: 'cursor' });
    line.style.left = percent(item.at) + '%';
    overlay.append(line);
  }
  fillDetails(item);
}

function linkTo(item) {
  const text = capital(item.kind) + ' ' + item.data.number + ': ' + titleOf(item);
  const link = make('button', { type: 'button', className: 'link', text });
  link.addEventListener('click', () => select(item, true));
  return link;
}

function fillDetails(item) {
  const data = item.data;
  const list = make('dl');
  const row = (name, ...value) => list.append(make('dt', { text: name }), make('dd', {}, ...value));
  row('Engine', report.engines[item.engine].name);
  if (item.kind === 'action') {
    row('Time', timeText(data.at) + (data.lastAt > data.at ? ' to ' + timeText(data.lastAt) : ''));
    if (data.count > 1) row('Count', String(data.count));
    row('Source', sources[data.source]);
    if (data.dropped) row('Handled', data.vetoed ? 'no, middleware vetoed it' : 'no, it was dropped');
  } else if (item.kind === 'effect') {
    effectRows(data, row);
  } else {
    row('Time', timeText(data.at));
  }
  const cause = data.cause && find(item.engine, data.cause);
  if (cause) row('Cause', linkTo(cause));
  const caused = effectsOf(item);
  caused.slice(0, 8).forEach((other, index) => row(index ? '' : 'Caused', linkTo(other)));
  if (caused.length > 8) row('', 'and ' + (caused.length - 8) + ' more');
  const kind = item.kind === 'screen' ? 'What the user sees changed' : capital(item.kind) + ' ' + data.number;
  const panel = [make('h2', { text: titleOf(item) }), make('p', { className: 'muted', text: kind }), list];
  byId('details').replaceChildren(...panel, ...screenRows(item));
}

function effectRows(effect, row) {
  row('Outcome', effect.outcome + (effect.detail ? ': ' + effect.detail : ''));
  row('Launched', timeText(effect.launched));
  if (effect.started === null && effect.outcome !== 'refused') row('Started', 'never');
  if (effect.started !== null && effect.started > effect.launched) {
    const wait = timeText(effect.started - effect.launched);
    row('Started', timeText(effect.started) + ', after ' + wait + ' of waiting');
  }
  if (effect.ended !== null) row('Ended', timeText(effect.ended));
  if (effect.ended !== null && effect.started !== null) row('Ran for', timeText(effect.ended - effect.started));
  if ((effect.drained ?? effect.ended) !== effect.ended) row('Task ended', timeText(effect.drained));
  if (effect.id) row('Id', effect.id);
  if (effect.name) row('Name', effect.name);
  if (effect.stream) row('Kind', 'stream');
}

function screenRows(item) {
  const rows = rowsAt(item.engine, item.at);
  if (rows.length === 0) return [];
  const list = make('dl', { className: 'screen' });
  for (const { label, value } of rows) {
    list.append(make('dt', { text: label }), make('dd', { text: value }));
    report.engines.forEach((engine, index) => {
      const other = valueOf(rowsAt(index, item.at), label);
      const text = '≠ ' + engine.name + ': ' + other;
      if (other !== value) list.append(make('dd', { className: 'differs', text }));
    });
  }
  return [make('h3', { text: 'Screen at ' + timeText(item.at) }), list];
}

// MARK: Keys and pointer

function nearest(engine, time) {
  const distance = (item) => Math.abs(item.at - time);
  return timelines[engine].reduce((best, item) => (distance(item) < distance(best) ? item : best));
}

function moveByKey(event) {
  const item = event.target.item;
  if (item === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = timelines[item.engine];
  const index = items.indexOf(item);
  const engines = timelines.map((list, position) => position).filter((position) => timelines[position].length);
  const position = engines.indexOf(item.engine);
  const beside = (engine) => engine !== undefined && nearest(engine, item.at);
  let next;
  if (event.key === 'ArrowRight') next = items[index + 1];
  else if (event.key === 'ArrowLeft') next = items[index - 1];
  else if (event.key === 'Home') next = items[0];
  else if (event.key === 'End') next = items[items.length - 1];
  else if (event.key === 'ArrowDown') next = beside(engines[position + 1]);
  else if (event.key === 'ArrowUp') next = beside(engines[position - 1]);
  else return;
  event.preventDefault();
  if (next) select(next, true);
}

function showDivergence() {
  const values = divergence.values;
  const odd = values.findIndex((value) => value.text !== usual(values.map((other) => other.text)));
  const engines = [odd, 0, ...timelines.keys()].filter((index) => index >= 0 && timelines[index].length);
  if (engines.length) select(nearest(engines[0], divergence.at), true);
}

function listen() {
  const engines = byId('engines');
  const itemAt = (event) => event.target.closest('.item')?.item;
  engines.addEventListener('focusin', (event) => { if (itemAt(event)) select(itemAt(event), false); });
  engines.addEventListener('click', (event) => { if (itemAt(event)) select(itemAt(event), true); });
  // Only what a moving pointer comes to: details differ in height, so that some would bring another item under a
  // pointer that rests, whose details would bring back the first, for ever.
  engines.addEventListener('pointermove', (event) => {
    const item = event.target.closest('.item:not(.selected)')?.item;
    const moves = event.movementX !== 0 || event.movementY !== 0;
    if (event.pointerType === 'mouse' && moves && item) show(item);
  });
  engines.addEventListener('pointerleave', () => { if (selected) show(selected); });
}

showHeader();
showVerdict();
showTotals();
showLegend();
report.engines.forEach(showEngine);
showFinalStates();
listen();
const redraw = () => {
  arrange();
  drawAxis();
};
new ResizeObserver(redraw).observe(byId('axis'));
redraw();
