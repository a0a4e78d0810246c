'use strict';

// Short functions that make the parts of the page. All text is inserted as text, never as markup.
const byId = (id) => document.getElementById(id);

function make(tag, options = {}, ...children) {
  const { text, className, ...attributes } = options;
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined && text !== null) element.textContent = printable(text);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function button(text, action, options = {}) {
  const element = make('button', { type: 'button', className: 'button', text, ...options });
  element.addEventListener('click', action);
  return element;
}

// Characters that would hide or turn text are shown by their codes.
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function printable(text) {
  const string = String(text);
  return string.replace(unprintable, (sign) => '\\u{' + sign.charCodeAt(0).toString(16).toUpperCase() + '}');
}

const round = (number, digits) => String(Number(number.toFixed(digits)));

// A time in microseconds, with all digits that it has, up to those of nanoseconds.
function timeText(time) {
  if (time === 0) return '0 s';
  if (Math.abs(time) < 1000) return round(time, 3) + ' µs';
  return Math.abs(time) < 1e6 ? round(time / 1e3, 6) + ' ms' : round(time / 1e6, 9) + ' s';
}

// A time in microseconds as a column shows it: seconds with three digits.
const clockText = (time) => (time / 1e6).toFixed(3);

// A length of time as a person reads it.
function lengthText(time) {
  if (time < 1000) return round(time, 0) + ' µs';
  if (time < 1e6) return round(time / 1e3, time < 1e4 ? 1 : 0) + ' ms';
  if (time < 6e7) return (time / 1e6).toFixed(1) + ' s';
  return Math.floor(time / 6e7) + ' min ' + Math.floor((time % 6e7) / 1e6) + ' s';
}

// The app's words of a wait, with its lengths as above.
const waitText = (words) => words.replace(/\b(\d[\d.e-]*) seconds\b/g, (_, seconds) => (
  lengthText(seconds * 1e6).replace(/\.0 s$/, ' s').replace(/ 0 s$/, '')
));

// A line of an effect's story, whose times are of milliseconds, with those of the page.
function storyText(line) {
  const seconds = (time) => clockText(parseFloat(time) * 1e3) + ' s';
  return line.replace(/^ *[\d.]+ms/, (time) => seconds(time).padStart(8))
    .replace(/(?<= times until )[\d.]+ms(?=, which were )/, seconds)
    .replace(/ It (?:waits for|has to end within) .*$/, waitText);
}

// A number with its thousands apart. The browser's own way reads the rules of all languages first, which takes it long.
const numberText = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ',');
const counted = (count, noun) => numberText(count) + ' ' + noun + (count === 1 ? '' : 's');
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The form of a mark says what it is without its colour.
const shapes = {
  user: 'M1 2 H13 L7 13 Z', effect: 'M7 2 A5 5 0 1 1 6.99 2 Z', emitted: 'M2.5 2.5 H11.5 V11.5 H2.5 Z',
  dropped: 'M2 2 L12 12 M12 2 L2 12', launched: 'M4 2 L12 7 L4 12 Z', paused: 'M4.5 2.5 V11.5 M9.5 2.5 V11.5',
  note: 'M2 3 H12 M2 7 H12 M2 11 H8', problem: 'M7 2 V8 M7 11.5 V12', store: 'M2 4 H12 V11 H2 Z M2 4 L4 2 H10 L12 4',
  lost: 'M2 7 H3 M6.5 7 H7.5 M11 7 H12', finished: 'M2.5 7.5 L5.5 10.5 L11.5 3.5', failed: 'M3 3 L11 11 M11 3 L3 11',
  cancelled: 'M2 7 H12', replaced: 'M2 7 H11 M7.5 3.5 L11 7 L7.5 10.5', refused: 'M3 3 L11 11 M11 3 L3 11',
  running: 'M2 7 H3 M6.5 7 H7.5 M11 7 H12', queued: 'M7 2.5 A4.5 4.5 0 1 1 6.99 2.5 M7 4.5 V7 L9 8.5',
  drained: 'M2 7 H12',
};
const filled = ['user', 'effect', 'emitted', 'launched'];

function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 14 14');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shapes[name] ?? shapes.note);
  path.setAttribute('fill', filled.includes(name) ? 'currentColor' : 'none');
  path.setAttribute('stroke', filled.includes(name) ? 'none' : 'currentColor');
  path.setAttribute('stroke-width', '2');
  path.setAttribute('stroke-linecap', 'round');
  path.setAttribute('stroke-linejoin', 'round');
  svg.append(path);
  return svg;
}
