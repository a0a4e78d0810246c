const shapes = {
  user: 'M1 2 H13 L7 13 Z', effect: 'M7 2 A5 5 0 1 1 6.99 2 Z', emitted: 'M2.5 2.5 H11.5 V11.5 H2.5 Z',
  dropped: 'M2 2 L12 12 M12 2 L2 12',
  finished: 'M1.5 9.5 L4.5 12.5 L10.5 5.5', failed: 'M2 5 L10 13 M10 5 L2 13', cancelled: 'M2 9 H10',
  replaced: 'M1.5 9 H9.5 M6.5 5.5 L10 9 L6.5 12.5', refused: 'M2 5 L10 13 M10 5 L2 13',
  running: 'M2 9 H3 M5.5 9 H6.5 M9 9 H10',
};

function icon(name, size) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', size);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shapes[name]);
  const isFilled = ['user', 'effect', 'emitted'].includes(name);
  path.setAttribute('fill', isFilled ? 'currentColor' : 'none');
  path.setAttribute('stroke', isFilled ? 'none' : 'currentColor');
  path.setAttribute('stroke-width', '2');
  path.setAttribute('stroke-linecap', 'round');
  path.setAttribute('stroke-linejoin', 'round');
  svg.append(path);
  return svg;
}

const markKind = (action) => (action.dropped ? 'dropped' : action.source);

function markBody(kind) { return icon(kind, '0 0 14 14'); }

function barBody(outcome, label) {
  const image = icon(outcome, '0 0 12 18');
  image.setAttribute('class', 'icon');
  const run = make('span', { className: 'run' }, image);
  if (label) run.prepend(make('b', { text: label }));
  return run;
}

const sources = { user: 'sent by the user', effect: 'sent by an effect', emitted: 'emitted by a handler' };
const laneOf = (effect) => effect.id ?? effect.name ?? 'effect';

// The label of an item for screen readers, and the heading of its details.
function titleOf(item) {
  const data = item.data;
  if (item.kind === 'screen') return 'Screen';
  if (item.kind === 'effect') return effectTitle(data);
  return data.text + (data.count > 1 ? ' (' + data.count + ' times)' : '');
}

function effectTitle(effect) {
  const lane = laneOf(effect);
  return effect.name && effect.name !== lane ? lane + ': ' + effect.name : lane;
}

function spoken(item) {
  const data = item.data;
  const place = ', ' + report.engines[item.engine].name + ', at ' + timeText(item.at);
  if (item.kind === 'screen') return 'Screen changed' + place;
  if (item.kind === 'effect') {
    const end = data.ended === null ? 'still running at the end' : data.outcome + ' at ' + timeText(data.ended);
    return 'Effect ' + titleOf(item) + place + ', ' + end;
  }
  return 'Action ' + titleOf(item) + place + ', ' + sources[data.source] + (data.vetoed ? ', vetoed' : data.dropped ? ', dropped' : '');
}

function elementOf(item) {
  const data = item.data;
  const element = make('button', {
    type: 'button', className: 'item', tabindex: '-1', 'aria-label': spoken(item), 'aria-controls': 'details',
    'data-kind': item.kind, 'data-key': item.key,
  });
  element.style.left = percent(item.at) + '%';
  if (item.kind === 'screen') {
    element.classList.add('shot');
  } else if (item.kind === 'action') {
    element.classList.add('mark', markKind(data));
    element.append(markBody(markKind(data)));
    element.append(make('span', { className: 'say', text: titleOf(item) }));
    if (item.end > item.at) element.append(make('span', { className: 'reach' }));
  } else {
    fillBar(element, item);
  }
  return element;
}

function fillBar(element, item) {
  const effect = item.data;
  const total = item.end - item.at;
  const stop = effect.ended ?? item.end;
  const start = effect.started ?? stop;
  element.classList.add('bar', effect.outcome);
  element.style.width = percent(total) + '%';
  if (effect.started === null) element.classList.add('never');
  const part = (name, length) => {
    const span = make('span', { className: name });
    span.style.width = (length / total) * 100 + '%';
    return span;
  };
  if (total > 0 && start > item.at) element.append(part('wait', start - item.at));
  const name = effect.name && effect.name !== laneOf(effect) ? effect.name + ' – ' : '';
  element.append(barBody(effect.outcome, name + effect.outcome));
  if (total > 0 && (effect.drained ?? 0) > stop) element.append(part('drain', effect.drained - stop));
}

// The lanes of an engine: the user's actions, those of effects and handlers, each effect by its name, the screen.
function lanesOf(items) {
  const lanes = new Map([['user', []], ['actions', []]]);
  const effects = new Map();
  const screens = [];
  for (const item of items) {
    if (item.kind === 'screen') screens.push(item);
    else if (item.kind === 'action') lanes.get(item.data.source === 'user' ? 'user' : 'actions').push(item);
    else if (effects.has(laneOf(item.data))) effects.get(laneOf(item.data)).push(item);
    else effects.set(laneOf(item.data), [item]);
  }
  const titled = [...lanes, ...[...effects].map(([name, list]) => ['effect ' + name, list]), ['screen', screens]];
  return titled.filter(([, list]) => list.length > 0);
}

const tracks = [];

function showEngine(engine, index) {
  const group = make('section', { className: 'engine', role: 'group', 'aria-label': 'Timeline of ' + engine.name });
  const header = make('header', {}, make('h3', { text: engine.name }), make('span', {
    className: 'muted',
    text: counted(engine.totals.actions, 'action') + ', ' + counted(engine.effects.length, 'effect'),
  }));
  if (report.agreement === 'differ') {
    header.append(make('span', { className: 'badge', text: 'agrees with ' + agreementText(engine)[0] }));
  }
  const inner = make('div', { className: 'inner' });
  group.append(make('div', { className: 'overlay', 'aria-hidden': 'true' }, inner), header);
  for (const [name, items] of lanesOf(timelines[index])) {
    const track = make('div', { className: 'track' });
    for (const item of items) {
      item.element = elementOf(item);
      item.element.item = item;
      track.append(item.element);
    }
    const title = make('span', { text: name.replace(/^effect /, '') });
    const lane = make('div', { className: 'lane' }, make('div', { className: 'lane-name', title: name }, title),
      make('div', { className: 'room' }, track));
    tracks.push({ lane, track, items });
    group.append(lane);
  }
  group.addEventListener('keydown', moveByKey);
  if (timelines[index].length) timelines[index][0].element.tabIndex = 0;
  byId('engines').append(group);
}

// Items that would overlap are placed below each other.
function arrange() {
  for (const { lane, track, items } of tracks) {
    const width = track.clientWidth;
    // Labels for actions of effects only where they help more than they cover.
    const isUser = items[0].kind === 'action' && items[0].data.source === 'user';
    lane.classList.toggle('crowded', !isUser && (items.length > 16 || width < 560));
    const ends = [];
    for (const item of items) {
      const from = (item.at / extent) * width;
      const to = (item.end / extent) * width;
      let [left, right] = [from, Math.max(to, from + 8)];
      if (item.kind === 'effect') {
        // Only the width of the part with text in it counts.
        const { started, ended } = item.data;
        const room = (((ended ?? item.end) - (started ?? item.at)) / extent) * width;
        item.element.classList.toggle('narrow', room < 76);
        item.element.classList.toggle('tiny', room < 15 && started !== null);
        if (started === null) right = Math.max(right, from + 18);
      } else if (item.kind === 'action') {
        left = from - 8;
        right = Math.max(right, from + 8);
        const reach = item.element.querySelector('.reach');
        if (reach) reach.style.width = to - from + 'px';
        const say = item.element.querySelector('.say');
        if (say && say.offsetWidth > 0) {
          const isLate = from + 24 + say.offsetWidth > width + 12;
          say.classList.toggle('before', isLate);
          if (isLate) left = from - 24 - say.offsetWidth;
          else right = from + 26 + say.offsetWidth;
        }
      }
      const isFree = (end) => end <= left + 0.5;
      let row = item.kind === 'screen' ? 0 : ends.findIndex(isFree);
      if (row < 0) row = ends.length;
      ends[row] = Math.max(ends[row] ?? -Infinity, right);
      item.element.style.top = row * 24 + 2 + 'px';
    }
    const top = parseFloat(getComputedStyle(lane).paddingTop);
    lane.style.height = top + Math.max(1, ends.length) * 24 + 'px';
  }
}

function ticks() {
  const most = Math.max(2, Math.floor(byId('axis').clientWidth / 85));
  const power = 10 ** Math.floor(Math.log10(extent / most));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => extent / size <= most);
  const times = [];
  for (let index = 0; index * step <= extent * 1.0001; index += 1) times.push(index * step);
  return times;
}

function drawAxis() {
  const axis = byId('axis');
  const inner = make('div', { className: 'inner' });
  const times = ticks();
  const place = (element, time) => {
    element.style.left = percent(time) + '%';
    return element;
  };
  for (const time of times) {
    inner.append(place(make('span', { text: timeText(Number(time.toPrecision(12))) }), time));
  }
  if (divergence) {
    axis.classList.add('flagged');
    const share = percent(divergence.at);
    const side = share < 25 ? ' left' : share > 75 ? ' right' : '';
    inner.append(place(make('span', { className: 'flag' + side, text: 'first difference' }), divergence.at));
  }
  axis.replaceChildren(inner);
  for (const overlay of document.querySelectorAll('.overlay .inner')) {
    const lines = times.map((time) => place(make('i'), time));
    if (divergence) lines.push(place(make('i', { className: 'divergence' }), divergence.at));
    if (selected) lines.push(place(make('i', { className: 'cursor' }), selected.at));
    overlay.replaceChildren(...lines);
  }
}

function showLegend() {
  const legend = byId('legend');
  const add = (sample, text) => legend.append(make('li', {}, sample, make('span', { text })));
  const mark = (kind) => make('span', { className: 'item mark ' + kind }, markBody(kind));
  add(mark('user'), 'sent by the user');
  add(mark('effect'), 'sent by an effect');
  add(mark('emitted'), 'emitted by a handler');
  add(mark('dropped'), 'dropped action');
  for (const outcome of ['finished', 'failed', 'cancelled', 'replaced', 'refused', 'running']) {
    const bar = make('span', { className: 'item bar narrow ' + outcome }, barBody(outcome));
    add(bar, outcome === 'running' ? 'runs on at the end' : outcome);
  }
  const sample = (outcome, ...parts) => make('span', { className: 'item bar narrow ' + outcome }, ...parts);
  const waiting = sample('finished', make('span', { className: 'wait' }), barBody('finished'));
  waiting.firstChild.style.width = '60%';
  add(waiting, 'waited first');
  const drained = sample('cancelled', barBody('cancelled'), make('span', { className: 'drain' }));
  drained.lastChild.style.width = '50%';
  add(drained, 'task ended later');
  add(make('span', { className: 'item shot' }), 'screen changed');
  if (divergence) add(make('span', { className: 'flag-line' }), 'first difference');
}
