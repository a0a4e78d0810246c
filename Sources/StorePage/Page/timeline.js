// Actions and effects in time, a group for each store or engine, a lane for each name. Only what is in view is in the
// document; a lane with too much for that shows how much there is.

const itemLimit = 380;
const rowHeight = 24;

// What an action of the records looks like in a timeline.
class ActionItem {
  constructor(record) {
    this.subject = record;
    this.kind = 'action';
    this.key = 'action ' + record.number;
    this.at = record.at;
    this.end = record.at;
    const source = record.cause === undefined ? 'user' : record.cause.effect !== undefined ? 'effect' : 'emitted';
    this.tone = record.kind === 'actionHandled' ? source : 'dropped';
    this.source = source;
    this.lane = source === 'user' ? 'from outside' : 'from effects';
  }

  get title() { return this.subject.text ?? 'action'; }
}

// What an effect of the records looks like; it changes while the effect lives.
class EffectItem {
  constructor(life) {
    this.subject = life;
    this.kind = 'effect';
    this.key = 'effect ' + life.effect;
    this.at = life.launch.at;
    this.lane = 'effect ' + nameOf(life.launch);
  }

  get start() { return this.subject.start?.at ?? null; }
  get stop() { return this.subject.end?.at ?? null; }
  get drain() { return this.subject.drain?.at ?? (isDraining(this.subject) ? Infinity : null); }
  get end() { return this.stop === null ? Infinity : Math.max(this.stop, this.drain ?? 0); }
  get tone() { return this.subject.end ? statusOf(this.subject) : 'running'; }
  get title() { return effectTitle(this.subject); }
  get label() { return this.subject.launch.name ?? this.title; }
}

// The items of one store or engine, in the order of time, on their lanes.
class TimelineGroup {
  constructor(name) {
    Object.assign(this, { name, lanes: new Map(), items: [], subtitle: '', badge: null });
  }

  addLane(key) { this.lanes.set(key, { title: key.replace(/^effect /, ''), key, items: [] }); }

  add(item, title = item.lane) {
    item.group = this;
    this.items.push(item);
    let key = title;
    if (!this.lanes.has(key) && this.lanes.size > 24) key = 'effect (others)';
    if (!this.lanes.has(key)) this.addLane(key);
    this.lanes.get(key).items.push(item);
  }
}

let textMeasure = null;
const textWidths = new Map();

function widthOf(text) {
  if (!textWidths.has(text)) {
    if (textWidths.size > 5000) textWidths.clear();
    // The first canvas of a page takes the browser long.
    textMeasure ??= document.createElement('canvas').getContext('2d');
    textMeasure.font = '12px ' + getComputedStyle(document.body).fontFamily;
    textWidths.set(text, textMeasure.measureText(printable(text)).width);
  }
  return textWidths.get(text);
}

class Timeline {
  // `spoken(item)` is the text of an item for those who do not see it; `onSelect(item)` hears of a choice.
  constructor({ axis, groups, spoken, onSelect, onPoint, onRange }) {
    Object.assign(this, { axis, place: groups, spoken, onSelect, onPoint, onRange });
    this.groups = [];
    this.extent = { from: 0, to: 1 };
    this.range = { from: 0, to: 1 };
    this.flag = null;
    this.selected = null;
    this.related = [];
    this.drawnGroups = new Map();
    const itemAt = (event) => event.target.closest('.item')?.item;
    groups.addEventListener('focusin', (event) => {
      const item = itemAt(event);
      if (item && item !== this.selected) this.select(item, false);
    });
    groups.addEventListener('click', (event) => { if (itemAt(event)) this.select(itemAt(event), true); });
    // Only what a moving pointer comes to: details differ in height, so that some would bring another item under a
    // pointer that rests, whose details would bring back the first, for ever.
    groups.addEventListener('pointermove', (event) => {
      const item = event.target.closest('.item:not(.selected)')?.item;
      const moves = event.movementX !== 0 || event.movementY !== 0;
      if (event.pointerType === 'mouse' && moves && item) this.onPoint?.(item);
    });
    groups.addEventListener('pointerleave', () => { if (this.selected) this.onPoint?.(this.selected); });
    for (const element of [groups, axis]) {
      element.addEventListener('keydown', (event) => this.#moveByKey(event));
      element.addEventListener('wheel', (event) => this.#moveByWheel(event), { passive: false });
    }
    new ResizeObserver(() => this.draw()).observe(axis);
  }

  // MARK: The part in view

  get isWhole() { return this.range.from <= this.extent.from && this.range.to >= this.extent.to; }

  setRange(from, to) {
    const whole = Math.max(this.extent.to - this.extent.from, 1);
    const length = Math.min(Math.max(to - from, 1), whole);
    const start = Math.min(Math.max(from, this.extent.from), this.extent.from + whole - length);
    this.range = { from: start, to: start + length };
    this.onRange?.();
    this.draw();
  }

  fit() { this.setRange(this.extent.from, this.extent.to); }

  zoom(factor, at = (this.range.from + this.range.to) / 2) {
    const { from, to } = this.range;
    this.setRange(at - (at - from) * factor, at + (to - at) * factor);
  }

  pan(part) {
    const length = this.range.to - this.range.from;
    this.setRange(this.range.from + length * part, this.range.to + length * part);
  }

  reveal(item) {
    const { from, to } = this.range;
    const end = Math.min(item.end, this.extent.to);
    if (item.at < from || item.at > to) {
      const length = to - from;
      const middle = Math.min(item.at, end);
      this.setRange(middle - length / 2, middle + length / 2);
    }
  }

  #moveByWheel(event) {
    const box = this.axis.firstElementChild?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const { from, to } = this.range;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      this.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 100), from + (to - from) * part);
    } else {
      const way = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (Math.abs(way) <= (event.shiftKey ? 0 : Math.abs(event.deltaY))) return;
      event.preventDefault();
      this.pan(way / box.width);
    }
  }

  // MARK: Choice

  select(item, takesFocus) {
    this.selected = item;
    if (takesFocus) this.reveal(item);
    this.onSelect(item);
    this.draw();
    if (!takesFocus) return;
    const element = this.elementOf(item);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  elementOf(item) {
    return this.drawnGroups.get(item.group)?.lanes.get(item.laneKey)?.elements.get(item.key) ?? null;
  }

  nearest(group, time) {
    const distance = (item) => Math.abs(item.at - time);
    return group.items.reduce((best, item) => (distance(item) < distance(best) ? item : best));
  }

  #moveByKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const actions = {
      '+': () => this.zoom(0.5), '=': () => this.zoom(0.5), '-': () => this.zoom(2), 0: () => this.fit(),
    };
    if (event.shiftKey) Object.assign(actions, { ArrowLeft: () => this.pan(-0.25), ArrowRight: () => this.pan(0.25) });
    if (event.key in actions) {
      event.preventDefault();
      actions[event.key]();
      return;
    }
    const item = event.target.closest('.item')?.item;
    if (item === undefined || event.shiftKey) return;
    const { items } = item.group;
    const index = items.indexOf(item);
    const groups = this.groups.filter((group) => group.items.length > 0);
    const position = groups.indexOf(item.group);
    const beside = (group) => group !== undefined && this.nearest(group, item.at);
    let next;
    if (event.key === 'ArrowRight') next = items[index + 1];
    else if (event.key === 'ArrowLeft') next = items[index - 1];
    else if (event.key === 'Home') next = items[0];
    else if (event.key === 'End') next = items[items.length - 1];
    else if (event.key === 'ArrowDown') next = beside(groups[position + 1]);
    else if (event.key === 'ArrowUp') next = beside(groups[position - 1]);
    else return;
    event.preventDefault();
    if (next) this.select(next, true);
  }

  // MARK: Drawing

  x(time) {
    return ((time - this.range.from) / (this.range.to - this.range.from)) * this.width;
  }

  draw() {
    this.width = this.axis.clientWidth - 24;
    if (this.width <= 0) return;
    const views = this.groups.map((group) => this.#viewOf(group));
    this.#chooseDense(views.flat());
    const kept = new Map();
    this.groups.forEach((group, index) => {
      const drawn = this.drawnGroups.get(group) ?? this.#makeGroup(group);
      kept.set(group, drawn);
      this.#drawGroup(group, drawn, views[index]);
    });
    for (const [group, drawn] of this.drawnGroups) if (!kept.has(group)) drawn.element.remove();
    this.drawnGroups = kept;
    this.#drawAxis();
  }

  // What of each lane is in view.
  #viewOf(group) {
    const { from, to } = this.range;
    return [...group.lanes.values()].filter((lane) => lane.items.length > 0).map((lane) => {
      const last = firstPlace(lane.items.length, (place) => lane.items[place].at > to);
      const isAction = lane.items[0]?.kind === 'action';
      // Most actions have no length, and the few that do are of a short list.
      if (isAction && lane.items.length > 1000) {
        const first = firstPlace(last, (place) => lane.items[place].at >= from);
        return { lane, items: lane.items.slice(first, last), isDense: false };
      }
      const items = [];
      for (let place = 0; place < last; place += 1) {
        if (lane.items[place].end >= from) items.push(lane.items[place]);
      }
      return { lane, items, isDense: false };
    });
  }

  // The lanes with the fewest items are drawn one by one.
  #chooseDense(views) {
    let room = itemLimit;
    for (const view of [...views].sort((a, b) => a.items.length - b.items.length)) {
      room -= view.items.length;
      view.isDense = room < 0;
    }
  }

  #makeGroup(group) {
    const title = make('h3', { text: group.name });
    const subtitle = make('span', { className: 'muted' });
    const header = make('header', {}, title, subtitle);
    if (group.badge) header.append(make('span', { className: 'badge', text: group.badge }));
    const overlay = make('div', { className: 'inner' });
    const element = make(
      'section', { className: 'engine', role: 'group', 'aria-label': 'Timeline of ' + group.name },
      make('div', { className: 'overlay', 'aria-hidden': 'true' }, overlay), header,
    );
    this.place.append(element);
    return { element, overlay, title, subtitle, lanes: new Map() };
  }

  #drawGroup(group, drawn, views) {
    if (drawn.subtitle.textContent !== group.subtitle) drawn.subtitle.textContent = group.subtitle;
    const kept = new Map();
    const isGrown = views.some((view) => !drawn.lanes.has(view.lane.key));
    for (const view of views) {
      const lane = drawn.lanes.get(view.lane.key) ?? this.#makeLane(drawn, view.lane);
      // A lane that comes late has its place among the others.
      if (isGrown) drawn.element.append(lane.element);
      kept.set(view.lane.key, lane);
      this.#drawLane(lane, view);
    }
    for (const [key, lane] of drawn.lanes) if (!kept.has(key)) lane.element.remove();
    drawn.lanes = kept;
    this.#setStop(group, drawn);
  }

  // Each group has one stop for the Tab key.
  #setStop(group, drawn) {
    let stop = null;
    let first = null;
    for (const lane of drawn.lanes.values()) {
      for (const element of lane.elements.values()) {
        element.tabIndex = -1;
        if (element.item === this.selected) stop = element;
        const isEarlier = first === null || element.item.at < first.item.at
          || (element.item.at === first.item.at && element.item === group.items[0]);
        if (isEarlier) first = element;
      }
    }
    stop ??= first;
    if (stop) stop.tabIndex = 0;
  }

  #makeLane(drawn, lane) {
    const track = make('div', { className: 'track' });
    const name = make('div', { className: 'lane-name', title: lane.title }, make('span', { text: lane.title }));
    const room = make('div', { className: 'room' }, track);
    const element = make('div', { className: 'lane' }, name, room);
    drawn.element.append(element);
    return { element, track, elements: new Map(), canvas: null };
  }

  #drawLane(drawn, { lane, items, isDense }) {
    const shown = !isDense ? items : items.includes(this.selected) ? [this.selected] : [];
    const kept = new Map();
    for (const item of shown) {
      item.laneKey = lane.key;
      const element = drawn.elements.get(item.key) ?? this.#makeItem(item);
      if (element.parentNode !== drawn.track) drawn.track.append(element);
      kept.set(item.key, element);
    }
    // One that has the focus leaves it to what stays.
    for (const [key, element] of drawn.elements) if (!kept.has(key)) element.remove();
    drawn.elements = kept;
    const rows = this.#arrange(drawn, lane, shown);
    this.#drawDensity(drawn, lane, isDense ? items : null);
    const top = drawn.padding ??= parseFloat(getComputedStyle(drawn.element).paddingTop);
    drawn.element.style.height = top + Math.max(1, rows) * rowHeight + 'px';
  }

  #makeItem(item) {
    const element = make('button', {
      type: 'button', className: 'item', tabindex: '-1', 'aria-controls': 'details', 'data-kind': item.kind,
      'data-key': item.key,
    });
    element.item = item;
    if (item.kind === 'screen') element.classList.add('shot');
    else if (item.kind === 'action') {
      element.classList.add('mark', item.tone);
      element.append(icon(item.tone), make('span', { className: 'say', text: item.title }));
      if (item.end > item.at) element.append(make('span', { className: 'reach' }));
    }
    return element;
  }

  // Items that would overlap are placed below each other; returns the number of rows.
  #arrange(drawn, lane, items) {
    // Labels for actions of effects only where they help more than they cover.
    const isUser = items[0]?.kind === 'action' && items[0].source === 'user';
    const isCrowded = (!isUser && (items.length > 16 || this.width < 560)) || items.length > 60;
    drawn.element.classList.toggle('crowded', isCrowded);
    const ends = [];
    for (const item of items) {
      const element = drawn.elements.get(item.key);
      const from = this.x(item.at);
      const to = Math.min(this.x(Math.min(item.end, this.extent.to)), this.width);
      let [left, right] = [from, Math.max(to, from + 8)];
      if (item.kind === 'effect') right = this.#fillBar(element, item, Math.max(from, -12), right);
      else {
        element.style.left = from + 'px';
        left = from - 8;
        right = Math.max(right, from + 8);
        if (item.kind === 'action') {
          const reach = element.querySelector('.reach');
          if (reach) reach.style.width = to - from + 'px';
          if (!isCrowded) [left, right] = this.#placeLabel(element.querySelector('.say'), item, from, left, right);
        }
      }
      this.#describe(element, item);
      let row = item.kind === 'screen' ? 0 : ends.findIndex((end) => end <= left + 0.5);
      if (row < 0) row = ends.length;
      ends[row] = Math.max(ends[row] ?? -Infinity, right);
      element.style.top = row * rowHeight + 2 + 'px';
    }
    return ends.length;
  }

  #placeLabel(say, item, from, left, right) {
    const before = from - 24;
    const after = this.width + 12 - from - 24;
    const width = Math.min(widthOf(item.title) + 2, 192);
    const isLate = width > after && before > after;
    const room = Math.max(0, Math.min(width, isLate ? before : after));
    say.classList.toggle('before', isLate);
    say.style.maxWidth = room + 'px';
    return isLate ? [from - 24 - room, right] : [left, Math.max(right, from + 26 + room)];
  }

  #describe(element, item) {
    const spoken = this.spoken(item);
    if (element.getAttribute('aria-label') !== spoken) element.setAttribute('aria-label', spoken);
    element.classList.toggle('selected', item === this.selected);
    element.classList.toggle('related', this.related.includes(item.key));
  }

  // Fills the bar of an effect: its wait, its run and what its task did afterwards; returns where it ends.
  #fillBar(element, item, left, right) {
    const stop = item.stop ?? Math.max(this.extent.to, item.at);
    const start = item.start ?? stop;
    const drain = Math.min(item.drain ?? stop, this.extent.to);
    const end = Math.max(stop, drain);
    const part = (from, to) => Math.max(0, Math.min(this.x(to), this.width) - Math.max(this.x(from), -12));
    const isNever = item.start === null && item.tone !== 'running';
    const waits = end > item.at && start > item.at ? part(item.at, start) : null;
    const drains = end > item.at && drain > stop ? part(stop, drain) : null;
    const text = item.label && item.label !== item.lane.replace(/^effect /, '') ? item.label + ' – ' : '';
    const words = text + (item.tone === 'running' ? (item.start === null ? 'waits' : 'runs') : item.tone);
    const looks = [item.tone, waits !== null, drains !== null, isNever, words].join('/');
    if (element.looks !== looks) {
      element.looks = looks;
      element.className = 'item bar ' + item.tone + (isNever ? ' never' : '');
      const run = make('span', { className: 'run' }, make('b', { text: words }), icon(item.tone));
      element.replaceChildren(
        ...[waits !== null && make('span', { className: 'wait' }), run,
          drains !== null && make('span', { className: 'drain' })].filter(Boolean),
      );
    }
    const width = Math.max(right - left, 8);
    element.style.left = left + 'px';
    element.style.width = width + 'px';
    if (waits !== null) element.querySelector('.wait').style.width = Math.min(waits, width - 6) + 'px';
    if (drains !== null) element.querySelector('.drain').style.width = Math.min(drains, width - 6) + 'px';
    const room = width - (waits ?? 0) - (drains ?? 0);
    element.classList.toggle('narrow', room < 76);
    element.classList.toggle('tiny', room < 15 && item.start !== null);
    return left + Math.max(width, isNever ? 18 : 8);
  }

  #drawDensity(drawn, lane, items) {
    drawn.canvas?.classList.toggle('hidden', items === null);
    if (items === null) return;
    drawn.canvas ??= drawn.track.parentNode.insertBefore(
      make('canvas', { className: 'density', role: 'img' }), drawn.track,
    );
    const canvas = drawn.canvas;
    canvas.classList.remove('hidden');
    const step = 3;
    const bins = new Float64Array(Math.ceil(this.width / step) + 1);
    const bad = new Float64Array(bins.length);
    for (const item of items) {
      const bin = Math.max(0, Math.min(bins.length - 1, Math.floor(this.x(item.at) / step)));
      bins[bin] += 1;
      if (item.tone === 'failed' || item.tone === 'dropped') bad[bin] += 1;
    }
    const ratio = Math.min(devicePixelRatio || 1, 2);
    if (canvas.width !== Math.round(this.width * ratio)) canvas.width = Math.round(this.width * ratio);
    if (canvas.height !== Math.round(20 * ratio)) canvas.height = Math.round(20 * ratio);
    canvas.style.width = this.width + 'px';
    const context = canvas.getContext('2d');
    const style = getComputedStyle(canvas);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, 20);
    const most = bins.reduce((a, b) => Math.max(a, b), 1);
    bins.forEach((count, index) => {
      if (count === 0) return;
      const height = 3 + (17 * count) / most;
      context.fillStyle = style.color;
      context.fillRect(index * step, 20 - height, step - 0.5, height);
      if (bad[index] > 0) {
        context.fillStyle = style.borderTopColor;
        context.fillRect(index * step, 20 - height, step - 0.5, Math.max(2, (height * bad[index]) / count));
      }
    });
    const noun = lane.key.startsWith('effect') ? 'effect' : 'action';
    const label = lane.title + ': ' + counted(items.length, noun) + ' here. Zoom in to see each.';
    if (canvas.getAttribute('aria-label') !== label) {
      canvas.setAttribute('aria-label', label);
      canvas.title = label;
    }
  }

  #ticks() {
    const { from, to } = this.range;
    const most = Math.max(2, Math.floor(this.width / 85));
    const length = to - from;
    const power = 10 ** Math.floor(Math.log10(length / most));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => length / size <= most);
    const times = [];
    for (let index = Math.ceil(from / step - 1e-9); index * step <= to + length * 1e-4; index += 1) {
      times.push(Number((index * step).toPrecision(12)));
    }
    return times;
  }

  #drawAxis() {
    const inner = make('div', { className: 'inner' });
    const times = this.#ticks();
    const place = (element, time) => {
      element.style.left = this.x(time) + 'px';
      return element;
    };
    for (const time of times) inner.append(place(make('span', { text: timeText(time) }), time));
    const isFlagged = this.flag && this.flag.at >= this.range.from && this.flag.at <= this.range.to;
    this.axis.classList.toggle('flagged', this.flag !== null);
    if (isFlagged) {
      const part = this.x(this.flag.at) / this.width;
      const side = part < 0.25 ? ' left' : part > 0.75 ? ' right' : '';
      inner.append(place(make('span', { className: 'flag' + side, text: this.flag.text }), this.flag.at));
    }
    this.axis.replaceChildren(inner);
    const at = this.pointed ?? this.selected?.at;
    for (const { overlay } of this.drawnGroups.values()) {
      const lines = times.map((time) => place(make('i'), time));
      if (isFlagged) lines.push(place(make('i', { className: 'divergence' }), this.flag.at));
      if (at !== undefined && at >= this.range.from && at <= this.range.to) {
        lines.push(place(make('i', { className: 'cursor' }), at));
      }
      overlay.replaceChildren(...lines);
    }
  }
}

// The timeline of a model: it takes what has come since the last time.
class ModelTimeline {
  constructor(model) {
    Object.assign(this, { model, groups: new Map(), next: 0, forgotten: 0, effects: new Map() });
  }

  advance(until = Infinity) {
    const { records, forgotten } = this.model;
    if (forgotten > this.forgotten) {
      // What is forgotten leaves the lanes, too.
      Object.assign(this, { groups: new Map(), next: 0, forgotten, effects: new Map() });
    }
    for (let count = 0; this.next < records.length; this.next += 1) {
      count += 1;
      if ((count & 1023) === 0 && performance.now() > until) return false;
      this.#add(records[this.next]);
    }
    for (const [number, group] of this.groups) {
      const store = this.model.stores.get(number);
      group.subtitle = counted(store.actionCount, 'action') + ', ' + counted(store.effectCount, 'effect');
    }
    return true;
  }

  #add(record) {
    if (record.store === undefined) return;
    const isAction = record.group === 'actions';
    if (!isAction && record.life?.launch !== record) return;
    if (!this.groups.has(record.store)) {
      const group = new TimelineGroup(this.model.titleOf(record.store));
      group.addLane('from outside');
      group.addLane('from effects');
      this.groups.set(record.store, group);
    }
    this.groups.get(record.store).add(isAction ? new ActionItem(record) : new EffectItem(record.life));
  }

  itemOf(subject) {
    const group = this.groups.get(subject.store);
    if (!group) return null;
    const key = subject.launch ? 'effect ' + subject.effect : 'action ' + subject.number;
    return group.items.find((item) => item.key === key) ?? null;
  }
}
