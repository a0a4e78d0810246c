// The timelines of a report: of each engine what a user did and saw, in the words that all engines share.

const divergence = report?.firstDifference ?? null;
// Engines with the same result may differ after a step: in a screen that a later one of its time replaces.
const differsOnlyOnTheWay = report?.agreement === 'differ'
  && report.engines.every((engine) => engine.agreesWith.length === report.engines.length - 1);

const sources = { user: 'sent by the user', effect: 'sent by an effect', emitted: 'emitted by a handler' };
const markLane = (effect) => effect.id ?? effect.name ?? 'effect';
const inMicroseconds = (milliseconds) => (milliseconds === null || milliseconds === undefined ? null : milliseconds * 1000);

function rowsAt(index, time) {
  const screens = report.engines[index].screens.filter((screen) => inMicroseconds(screen.at) <= time);
  return screens.length ? screens[screens.length - 1].rows : [];
}

const valueOf = (rows, label) => rows.find((row) => row.label === label)?.value ?? 'none';

// The items of one engine, in the order of time; at the same time actions come before effects.
function itemsOfEngine(engine, index) {
  const items = [];
  for (const data of engine.actions) {
    items.push({
      kind: 'action', at: inMicroseconds(data.at), end: inMicroseconds(data.lastAt), data, key: 'action ' + data.number,
      tone: data.dropped ? 'dropped' : data.source, source: data.source, lane: data.source === 'user' ? 'user' : 'actions',
      title: data.text + (data.count > 1 ? ' (' + data.count + ' times)' : ''),
    });
  }
  for (const data of engine.effects) {
    const [stop, drain] = [inMicroseconds(data.ended), inMicroseconds(data.drained)];
    const lane = markLane(data);
    items.push({
      kind: 'effect', at: inMicroseconds(data.launched), start: inMicroseconds(data.started), stop, drain,
      end: stop === null ? Infinity : Math.max(stop, drain ?? 0), data, key: 'effect ' + data.number, tone: data.outcome,
      lane: 'effect ' + lane, label: data.name ?? lane,
      title: data.name && data.name !== lane ? lane + ': ' + data.name : lane,
    });
  }
  engine.screens.forEach((data, position) => {
    const at = inMicroseconds(data.at);
    items.push({ kind: 'screen', at, end: at, data, key: 'screen ' + (position + 1), lane: 'screen', title: 'Screen' });
  });
  const order = { action: 0, effect: 1, screen: 2 };
  items.forEach((item) => { item.engine = index; });
  const number = (item) => item.data.number ?? 0;
  return items.sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind] || number(a) - number(b));
}

// The lanes of an engine: the user's actions, those of effects and handlers, each effect by its name, the screen.
function groupOfEngine(engine, index) {
  const group = new TimelineGroup(engine.name);
  const items = itemsOfEngine(engine, index);
  const place = (item) => ['user', 'actions', 'effect', 'screen'].indexOf(item.kind === 'effect' ? 'effect' : item.lane);
  for (const item of [...items].sort((a, b) => place(a) - place(b))) group.add(item);
  group.items = items;
  group.subtitle = counted(engine.totals.actions, 'action') + ', ' + counted(engine.effects.length, 'effect');
  if (report.agreement === 'differ') group.badge = 'agrees with ' + agreementText(engine)[0];
  return group;
}

let reportTimeline = null;
const redrawReport = () => reportTimeline?.draw();

function spokenOfMark(item) {
  const { data } = item;
  const place = ', ' + report.engines[item.engine].name + ', at ' + timeText(item.at);
  if (item.kind === 'screen') return 'Screen changed' + place;
  if (item.kind === 'effect') {
    const end = item.stop === null ? 'still running at the end' : data.outcome + ' at ' + timeText(item.stop);
    return 'Effect ' + printable(item.title) + place + ', ' + end;
  }
  const end = data.vetoed ? ', vetoed' : data.dropped ? ', dropped' : '';
  return 'Action ' + printable(item.title) + place + ', ' + sources[data.source] + end;
}

const markOf = (engine, key) => reportTimeline.groups[engine].items.find((item) => item.key === key);
const causedByMark = (item) => item.group.items.filter((other) => other.data.cause === item.key);

function showTimelines() {
  reportTimeline = new Timeline({
    axis: byId('axis'), groups: byId('engines'), spoken: spokenOfMark, onSelect: showMark, onPoint: (item) => {
      showMark(item);
      reportTimeline.draw();
    },
  });
  reportTimeline.groups = report.engines.map(groupOfEngine);
  // The end of the shared axis: the last time of any item.
  const times = report.engines.flatMap((engine) => [
    ...engine.events.map((event) => event.at), ...engine.actions.map((action) => action.lastAt),
    ...engine.effects.flatMap((effect) => [effect.launched, effect.started, effect.ended, effect.drained]),
    ...engine.screens.map((screen) => screen.at),
  ]);
  const to = inMicroseconds(times.reduce((last, time) => Math.max(last, time), Math.max(1e-6, divergence?.at ?? 0)));
  reportTimeline.extent = { from: 0, to };
  reportTimeline.range = { from: 0, to };
  if (divergence) reportTimeline.flag = { at: inMicroseconds(divergence.at), text: 'first difference' };
  reportTimeline.draw();
}

function showDivergence() {
  const values = divergence.values;
  const odd = values.findIndex((value) => value.text !== usual(values.map((other) => other.text)));
  const { groups } = reportTimeline;
  const engines = [odd, 0, ...groups.keys()].filter((index) => index >= 0 && groups[index].items.length);
  const at = inMicroseconds(divergence.at);
  if (engines.length) reportTimeline.select(reportTimeline.nearest(groups[engines[0]], at), true);
}

// MARK: Details

function showMark(item) {
  const { data } = item;
  const cause = data.cause && markOf(item.engine, data.cause);
  const caused = causedByMark(item);
  reportTimeline.related = [];
  reportTimeline.pointed = item.at;
  for (const other of [cause, ...caused]) if (other) reportTimeline.related.push(other.key);
  const { list, row } = rowsOfDetails();
  row('Engine', report.engines[item.engine].name);
  if (item.kind === 'action') {
    row('Time', timeText(item.at) + (item.end > item.at ? ' to ' + timeText(item.end) : ''));
    if (data.count > 1) row('Count', String(data.count));
    row('Source', sources[data.source]);
    if (data.dropped) row('Handled', data.vetoed ? 'no, middleware vetoed it' : 'no, it was dropped');
  } else if (item.kind === 'effect') rowsOfEffect(item, row);
  else row('Time', timeText(item.at));
  if (cause) row('Cause', linkToMark(cause));
  caused.slice(0, 8).forEach((other, index) => row(index ? '' : 'Caused', linkToMark(other)));
  if (caused.length > 8) row('', 'and ' + (caused.length - 8) + ' more');
  const kind = item.kind === 'screen' ? 'What the user sees changed' : capital(item.kind) + ' ' + data.number;
  showPanel(item.title, kind, list, ...screenOf(item));
}

function linkToMark(item) {
  const text = capital(item.kind) + ' ' + item.data.number + ': ' + item.title;
  return link(text, () => reportTimeline.select(item, true));
}

function rowsOfEffect(item, row) {
  const { data } = item;
  row('Outcome', data.outcome + (data.detail ? ': ' + data.detail : ''));
  row('Launched', timeText(item.at));
  if (item.start === null && data.outcome !== 'refused') row('Started', 'never');
  if (item.start !== null && item.start > item.at) {
    row('Started', timeText(item.start) + ', after ' + timeText(item.start - item.at) + ' of waiting');
  }
  if (item.stop !== null) row('Ended', timeText(item.stop));
  if (item.stop !== null && item.start !== null) row('Ran for', timeText(item.stop - item.start));
  if ((item.drain ?? item.stop) !== item.stop) row('Task ended', timeText(item.drain));
  if (data.id) row('Id', data.id);
  if (data.name) row('Name', data.name);
  if (data.stream) row('Kind', 'stream');
}

function screenOf(item) {
  const rows = rowsAt(item.engine, item.at);
  if (rows.length === 0) return [];
  const list = make('dl', { className: 'screen' });
  for (const { label, value } of rows) {
    list.append(make('dt', { text: label }), make('dd', { text: value }));
    report.engines.forEach((engine, index) => {
      const other = valueOf(rowsAt(index, item.at), label);
      if (other !== value) list.append(make('dd', { className: 'differs', text: '≠ ' + engine.name + ': ' + other }));
    });
  }
  return [make('h3', { text: 'Screen at ' + timeText(item.at) }), list];
}

// MARK: Legend

function showLegend() {
  const legend = byId('legend');
  const add = (sample, text) => legend.append(make('li', {}, sample, make('span', { text })));
  const mark = (kind) => make('span', { className: 'item mark ' + kind }, icon(kind));
  add(mark('user'), 'sent by the user');
  add(mark('effect'), 'sent by an effect');
  add(mark('emitted'), 'emitted by a handler');
  add(mark('dropped'), 'dropped action');
  const sample = (outcome, before, after) => {
    const run = make('span', { className: 'run' }, icon(outcome));
    return make('span', { className: 'item bar narrow ' + outcome }, before, run, after);
  };
  for (const outcome of ['finished', 'failed', 'cancelled', 'replaced', 'refused', 'running']) {
    add(sample(outcome), outcome === 'running' ? 'runs on at the end' : outcome);
  }
  const part = (className, width) => {
    const element = make('span', { className });
    element.style.width = width;
    return element;
  };
  add(sample('finished', part('wait', '60%')), 'waited first');
  add(sample('cancelled', null, part('drain', '50%')), 'task ended later');
  add(make('span', { className: 'item shot' }), 'screen changed');
  if (divergence) add(make('span', { className: 'flag-line' }), 'first difference');
}
