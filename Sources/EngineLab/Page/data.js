'use strict';

// Short functions that make the parts of the page. All text is inserted as text, never as markup.
const report = JSON.parse(document.getElementById('report-data').textContent);
const byId = (id) => document.getElementById(id);

function make(tag, options = {}, ...children) {
  const { text, className, ...attributes } = options;
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const round = (number, digits) => String(Number(number.toFixed(digits)));

function timeText(milliseconds) {
  if (milliseconds === 0) return '0 s';
  if (Math.abs(milliseconds) < 1) return round(milliseconds * 1000, 3) + ' µs';
  return Math.abs(milliseconds) < 1000 ? round(milliseconds, 6) + ' ms' : round(milliseconds / 1000, 9) + ' s';
}

const counted = (count, noun) => count + ' ' + noun + (count === 1 ? '' : 's');
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The items in the timeline of one engine, in the order of time; at the same time actions come before effects.
function itemsOf(engine, index) {
  const items = [];
  for (const action of engine.actions) {
    items.push({ kind: 'action', at: action.at, end: action.lastAt, data: action, key: 'action ' + action.number });
  }
  for (const effect of engine.effects) {
    const end = effect.ended === null ? extent : Math.max(effect.ended, effect.drained ?? 0);
    items.push({ kind: 'effect', at: effect.launched, end, data: effect, key: 'effect ' + effect.number });
  }
  engine.screens.forEach((screen, position) => {
    items.push({ kind: 'screen', at: screen.at, end: screen.at, data: screen, key: 'screen ' + (position + 1) });
  });
  const order = { action: 0, effect: 1, screen: 2 };
  items.forEach((item) => { item.engine = index; });
  const number = (item) => item.data.number ?? 0;
  return items.sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind] || number(a) - number(b));
}

const divergence = report.firstDifference;
// Engines with the same result may differ after a step: in a screen that a later one of its time replaces.
const differsOnlyOnTheWay = report.agreement === 'differ'
  && report.engines.every((engine) => engine.agreesWith.length === report.engines.length - 1);

// The end of the shared axis: the last time of any item. No call takes them all: the number of arguments is limited.
const extent = report.engines.flatMap((engine) => [
  ...engine.events.map((event) => event.at),
  ...engine.actions.map((action) => action.lastAt),
  ...engine.effects.flatMap((effect) => [effect.launched, effect.started, effect.ended, effect.drained]),
  ...engine.screens.map((screen) => screen.at),
]).reduce((last, time) => Math.max(last, time), Math.max(1e-6, divergence ? divergence.at : 0));

const timelines = report.engines.map(itemsOf);
const percent = (time) => (time / extent) * 100;

function rowsAt(index, time) {
  const screens = report.engines[index].screens.filter((screen) => screen.at <= time);
  return screens.length ? screens[screens.length - 1].rows : [];
}

const valueOf = (rows, label) => rows.find((row) => row.label === label)?.value ?? 'none';
