// The views of a session's records. Each has `begin(model)`, `update()`, which returns `false` if there is more to do,
// and `select(subject, shows)`.

// Chips that are pressed or not.
function chips(place, titles, pressed, changed) {
  for (const [name, title] of Object.entries(titles)) {
    const chip = make('button', { type: 'button', className: 'chip', 'data-name': name, text: title });
    chip.setAttribute('aria-pressed', pressed.has(name));
    chip.addEventListener('click', () => {
      if (pressed.has(name)) pressed.delete(name);
      else pressed.add(name);
      chip.setAttribute('aria-pressed', pressed.has(name));
      changed();
    });
    place.append(chip);
  }
}

// The choice of a store; it changes only if the stores have.
function fillStores(element, model, all) {
  const stores = [...model.stores.values()];
  const looks = stores.map((store) => [store.store, store.name, store.hasEnded, store.engine].join('/')).join('|');
  if (element.looks === looks && element.model === model) return;
  Object.assign(element, { looks, model });
  const value = element.value;
  const options = stores.map((store) => {
    const engine = store.engine ? ' · ' + model.engineOf(store) : '';
    return make('option', {
      value: store.store, text: model.titleOf(store.store) + engine + (store.hasEnded ? ' (has ended)' : ''),
    });
  });
  if (all) options.unshift(make('option', { value: '', text: 'All stores' }));
  element.replaceChildren(...options);
  if ([...element.options].some((option) => option.value === value)) element.value = value;
}

function showEmpty(element, isEmpty, ...parts) {
  element.hidden = !isEmpty;
  if (isEmpty) element.replaceChildren(...parts.map((part) => (typeof part === 'string' ? make('p', { text: part }) : part)));
}

function nothingYet(page) {
  if (!page.source.isLive) return ['Nothing was recorded.'];
  if (page.connection?.kind === 'refused') return ['The app did not let this page in.', 'Open the whole address that it has printed last.'];
  if (page.connection?.kind !== 'live') return ['Waiting for the app.'];
  if (page.model.stores.size === 0) {
    return ['The app has no store yet.', 'One that was made before the inspector began is seen after watch(_:).'];
  }
  return ['Nothing has happened yet.', 'Use the app: each action is a line here.'];
}

class ActionsView {
  constructor(page) {
    this.page = page;
    this.groups = new Set(Object.keys(recordGroups));
    this.list = new List(byId('records'), {
      label: 'Records', keyOf: (record) => record.number, render: (row, record) => this.#render(row, record),
      onSelect: (record) => page.open(record.group === 'effects' && record.life ? Object.assign(record.life, { shownBy: record.number }) : record, false),
      onOpen: () => byId('details').focus(),
    });
    this.list.canFollow = true;
    this.list.onScroll = () => this.#showNewest();
    chips(byId('kinds'), recordGroups, this.groups, () => this.#filter());
    byId('search').addEventListener('input', () => this.#filter());
    byId('store-filter').addEventListener('change', () => this.#filter());
    byId('newest').addEventListener('click', () => this.list.showEnd());
    byId('search').addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        byId('records').focus();
      }
    });
  }

  begin(model) {
    this.model = model;
    this.list.follows = true;
    this.#filter();
  }

  get isFiltered() {
    return byId('search').value !== '' || byId('store-filter').value !== ''
      || this.groups.size < Object.keys(recordGroups).length;
  }

  #filter() {
    const store = byId('store-filter').value;
    const test = recordTest(byId('search').value, store === '' ? null : Number(store), new Set(this.groups));
    const filtered = new Filtered(this.model, test);
    this.filtered = filtered;
    this.isNew = true;
    const step = async () => {
      while (filtered === this.filtered && !filtered.advance(performance.now() + sliceLength)) await nextTurn();
      if (filtered === this.filtered) this.update();
    };
    step();
  }

  update() {
    fillStores(byId('store-filter'), this.model, true);
    const isDone = this.filtered.advance(performance.now() + sliceLength);
    const { rows } = this.filtered;
    const seen = this.list.selected;
    this.list.update(rows);
    if (this.isNew) {
      // What is chosen stays in view if it is there still.
      const place = seen === null ? -1 : this.list.placeOf(seen);
      if (place >= 0) this.list.show(place);
      this.isNew = false;
    }
    const { lost, forgotten, records } = this.model;
    const count = this.isFiltered
      ? numberText(rows.length) + ' of ' + counted(records.length, 'record') : counted(records.length, 'record');
    const gone = lost + forgotten;
    setText(byId('count'), count + (gone > 0 ? ', ' + numberText(gone) + ' lost' : ''));
    byId('count').title = gone > 0 ? 'The app keeps a number of records; older ones, and those that came faster than they were read, are lost.' : '';
    const isEmpty = rows.length === 0 && isDone;
    const nothing = records.length === 0 ? nothingYet(this.page) : [
      'No record is like this.',
      make('p', {}, button('Show all', () => this.#clear())),
    ];
    showEmpty(byId('records-empty'), isEmpty, ...nothing);
    this.#showNewest();
    return isDone;
  }

  #clear() {
    byId('search').value = '';
    byId('store-filter').value = '';
    for (const chip of byId('kinds').children) {
      this.groups.add(chip.dataset.name);
      chip.setAttribute('aria-pressed', 'true');
    }
    this.#filter();
  }

  #showNewest() {
    byId('newest').hidden = this.list.follows || this.list.items.length === 0 || !this.page.source?.isLive;
  }

  #render(row, record) {
    const tone = iconOf(record);
    row.dataset.kind = record.kind;
    row.className = 'row record ' + record.group + (record.kind === 'effectStarted' || record.kind === 'effectPaused' || record.kind === 'effectDrained' ? ' quiet' : '');
    const tag = { actionDropped: 'dropped', actionVetoed: 'vetoed' }[record.kind];
    row.append(
      make('span', { className: 'time', text: clockText(record.at) }),
      make('span', { className: 'store', text: record.store === undefined ? '' : this.model.titleOf(record.store) }),
      make('span', { className: 'sign ' + tone }, icon(tone)),
      make('span', { className: 'words' }, ...[
        tag && make('span', { className: 'tag bad', text: tag }), make('span', { text: recordWords(record) }),
      ].filter(Boolean)),
      make('span', { className: 'origin muted', text: this.#originOf(record) }),
    );
  }

  #originOf(record) {
    if (record.group === 'effects' && record.kind !== 'effectStarted') {
      return record.ender?.at && record.kind === 'effectEnded' ? record.ender.at : '';
    }
    const origin = this.model.originOf(record);
    if (origin) return '← ' + this.page.details.titleOf(origin);
    return record.sentAt ?? '';
  }

  select(subject, shows) {
    const number = subject.launch ? subject.shownBy ?? subject.launch.number : subject.number;
    if (subject.launch) delete subject.shownBy;
    const isThere = this.list.placeOf(number) >= 0;
    if (shows && !isThere && this.page.view === 'actions' && this.isFiltered) {
      this.list.selected = number;
      this.#clear();
    } else this.list.mark(number, shows);
  }

  opened() { this.list.update(this.list.items); }
  focus() { byId('records').focus(); }
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

class TimelineView {
  constructor(page) {
    this.page = page;
    this.timeline = new Timeline({
      axis: byId('live-axis'), groups: byId('live-groups'), spoken: (item) => this.#spoken(item),
      onSelect: (item) => page.open(item.subject, false), onRange: () => this.#showRange(),
    });
    const { timeline } = this;
    byId('zoom-in').addEventListener('click', () => this.#move(() => timeline.zoom(0.5)));
    byId('zoom-out').addEventListener('click', () => this.#move(() => timeline.zoom(2)));
    byId('zoom-fit').addEventListener('click', () => this.#move(() => timeline.fit()));
    byId('follow').addEventListener('click', () => {
      this.follows = !this.follows;
      this.update();
    });
  }

  begin(model) {
    this.model = model;
    this.source = new ModelTimeline(model);
    this.follows = true;
    this.isFirst = true;
    this.timeline.selected = null;
  }

  #move(action) {
    this.follows = false;
    action();
    this.update();
  }

  update() {
    const { timeline, page } = this;
    const isDone = this.source.advance(performance.now() + sliceLength);
    const first = this.model.records[0]?.at ?? 0;
    const isLive = page.source.isLive && page.connection?.kind === 'live';
    byId('follow').hidden = !page.source.isLive;
    const isSame = timeline.extent.from === first;
    const before = timeline.extent.to;
    timeline.extent = { from: first, to: Math.max(this.model.end, isLive ? page.now : 0, first + 1) };
    timeline.groups = [...this.source.groups.values()];
    if (this.isFirst && this.model.records.length > 0) {
      this.isFirst = false;
      const { from, to } = timeline.extent;
      timeline.range = { from: isLive ? Math.max(from, to - 30e6) : from, to };
    } else if (!isLive && !isSame) timeline.range = { ...timeline.extent };
    if (!isLive && timeline.range.to === before) timeline.range.to = timeline.extent.to;
    const isMoving = isLive && this.follows;
    if (isMoving) {
      const length = Math.max(timeline.range.to - timeline.range.from, 10e6);
      timeline.range = { from: Math.max(first, timeline.extent.to - length), to: timeline.extent.to };
    } else if (timeline.range.from < first) timeline.range.from = first;
    byId('follow').setAttribute('aria-pressed', String(this.follows));
    showEmpty(byId('timeline-empty'), timeline.groups.length === 0, ...nothingYet(page));
    this.#showRange();
    timeline.draw();
    if (isMoving) this.#tick();
    return isDone;
  }

  // Time goes on where nothing happens.
  #tick() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.page.view === 'timeline' && !document.hidden) this.page.changed(); }, 250);
  }

  #showRange() {
    const { range, extent } = this.timeline;
    if (this.follows && range.to < extent.to && !this.isFirst) this.follows = false;
    setText(byId('range'), clockText(range.from) + ' to ' + clockText(range.to) + ' s');
  }

  #spoken(item) {
    const { subject } = item;
    const place = ', ' + this.model.titleOf(subject.store) + ', at ' + timeText(item.at);
    if (item.kind === 'action') return 'Action ' + printable(item.title) + place + (item.tone === 'dropped' ? ', dropped' : '');
    return 'Effect ' + printable(item.title) + place + ', ' + this.page.statusOf(subject).words.toLowerCase();
  }

  select(subject, shows) {
    const { timeline } = this;
    if (!subject.launch && subject.group !== 'actions') return;
    if (timeline.selected?.subject !== subject) timeline.selected = this.source.itemOf(subject);
    const origin = this.model.originOf(subject.launch ?? subject);
    const keyOf = (other) => (other.launch ? 'effect ' + other.effect : 'action ' + other.number);
    const caused = (subject.caused ?? []).slice(0, 50).map((record) => keyOf(record.life ?? record));
    timeline.related = [...(origin ? [keyOf(origin)] : []), ...caused];
    if (this.page.view !== 'timeline') return;
    if (shows && timeline.selected) {
      this.follows = false;
      timeline.reveal(timeline.selected);
      timeline.draw();
      timeline.elementOf(timeline.selected)?.scrollIntoView({ block: 'nearest' });
    } else timeline.draw();
  }

  focus() { if (this.timeline.selected) this.timeline.elementOf(this.timeline.selected)?.focus(); }
}

class EffectsView {
  constructor(page) {
    this.page = page;
    this.kinds = new Set(['live', 'ended']);
    this.list = new List(byId('effect-list'), {
      label: 'Effects', height: 36, narrowHeight: 52, keyOf: (life) => 'e' + life.effect, render: (row, life) => this.#render(row, life),
      onSelect: (life) => page.open(life, false), onOpen: () => byId('details').focus(),
    });
    this.list.isLive = true;
    chips(byId('effect-kinds'), { live: 'Running and waiting', ended: 'Ended' }, this.kinds, () => this.update());
    byId('effect-search').addEventListener('input', () => this.update());
    const heads = [['status', 'Status'], ['effect', 'Effect'], ['store', 'Store'], ['length', 'Time'], ['because', 'Runs because'], ['ender', 'Ended by']];
    byId('effect-head').append(...heads.map(([className, text]) => make('span', { className, text })));
  }

  begin(model) { this.model = model; }

  update() {
    const query = byId('effect-search').value.toLowerCase();
    const living = [];
    const ended = [];
    const { effects } = this.model;
    for (let place = effects.length - 1; place >= 0; place -= 1) {
      const life = effects[place];
      if (query !== '' && !life.launch.words?.includes(query)) continue;
      const isLiving = !life.end || (isDraining(life) && this.page.reports.get(life.effect)?.status === 'draining');
      if (isLiving) living.push(life);
      else ended.push(life);
    }
    const shown = [...(this.kinds.has('live') ? living : []), ...(this.kinds.has('ended') ? ended : [])];
    this.list.update(shown);
    setText(byId('effect-count'), numberText(living.length) + ' running or waiting, ' + numberText(ended.length) + ' ended');
    this.#showSuspended();
    const isEmpty = shown.length === 0;
    byId('effect-head').hidden = isEmpty;
    showEmpty(byId('effects-empty'), isEmpty, ...(effects.length > 0 ? ['No effect is like this.'] : [
      'No effect has been launched.', 'Effects are what actions start: requests, timers, streams.',
    ]));
    if (living.length > 0 && this.page.source.isLive) this.#tick();
    return true;
  }

  #tick() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.page.view === 'effects' && !document.hidden) this.page.changed(); }, 1000);
  }

  #showSuspended() {
    const { suspended } = this.page;
    const looks = JSON.stringify(suspended);
    if (this.looks === looks) return;
    this.looks = looks;
    byId('suspended').replaceChildren(...suspended.map((handler) => {
      const record = this.model.actions.get(handler.store + '/' + handler.action)
        ?? this.model.stores.get(handler.store)?.suspended;
      const text = handler.text ?? record?.text ?? 'action ' + handler.action;
      return make(
        'p', { className: 'notice' }, icon('paused'),
        make('span', {}, 'The handler of ', record ? link(text, () => this.page.open(record, true)) : text, ' of '
          + printable(this.model.titleOf(handler.store)) + ' is suspended: its store handles nothing else until it returns.'),
      );
    }));
  }

  #render(row, life) {
    const status = this.page.statusOf(life);
    row.className = 'row effect-row' + (life.end ? ' ended' : '');
    const cause = this.model.originOf(life.launch);
    const { sentAt, text } = life.launch;
    const because = cause ? this.page.details.titleOf(cause) : text ?? 'a call from outside';
    row.append(
      make('span', { className: 'status tone-text ' + status.tone }, icon(status.tone), make('span', { text: status.words, title: status.words })),
      make('span', { className: 'effect', text: effectTitle(life) }),
      make('span', { className: 'store', text: this.model.titleOf(life.store) }),
      make('span', { className: 'length', text: life.end?.outcome === 'refused' ? '' : this.page.lengthOf(life) }),
      make('span', { className: 'because' }, make('span', { text: because, title: printable(because) }), sentAt ? shortPlace(sentAt) : null),
      make('span', { className: 'ender' }, ...this.#ender(life)),
    );
  }

  #ender(life) {
    if (!life.end) return [];
    const { outcome, ender, detail } = life.end;
    if (outcome === 'failed') return [make('span', { text: detail ?? 'an error' })];
    if (outcome === 'refused') return [make('span', { text: detail ?? '' })];
    if (!ender) return [make('span', { className: 'muted', text: 'itself' })];
    const newer = this.model.lives.get(ender.effect);
    const cause = this.model.subjectOf(ender.cause);
    const words = newer ? effectTitle(newer) : ender.way.replace(/^by /, '');
    const reason = cause && !newer ? ', ' + this.page.details.titleOf(cause) : '';
    return [make('span', { text: words + reason, title: printable(words + reason) }), ender.at ? shortPlace(ender.at) : null].filter(Boolean);
  }

  select(subject, shows) {
    const isShown = this.page.view === 'effects' && shows;
    if (!subject.launch) {
      this.list.mark(null, false);
      return;
    }
    this.list.mark('e' + subject.effect, isShown);
  }

  opened() { this.list.draw(); }
  focus() { byId('effect-list').focus(); }
}

class StateView {
  constructor(page) {
    this.page = page;
    this.at = null;
    this.tree = new StateTree(byId('tree'), (path) => this.#ask('state', { path }));
    byId('state-store').addEventListener('change', () => this.showMoment(this.store, null, ''));
    byId('state-back').addEventListener('click', () => this.#step(-1));
    byId('state-forward').addEventListener('click', () => this.#step(1));
    byId('state-now').addEventListener('click', () => this.showMoment(this.store, null, ''));
    byId('find').addEventListener('input', () => {
      clearTimeout(this.findTimer);
      this.findTimer = setTimeout(() => this.#find(), 60);
    });
  }

  begin(model) {
    this.model = model;
    this.at = null;
    this.shown = null;
  }

  get store() {
    const { value } = byId('state-store');
    return value === '' ? null : Number(value);
  }

  #ask(path, parameters) {
    return this.page.source.get(path, { store: this.store, at: this.at?.number ?? 0, ...parameters });
  }

  update() {
    fillStores(byId('state-store'), this.model, false);
    // The present state is read again when something has happened in its store.
    const isOld = this.at === null && this.shown !== this.#looks();
    if (this.isOpen && isOld && !this.isAsking) this.#load('');
    return true;
  }

  get isOpen() { return this.page.view === 'state'; }
  #looks() {
    const store = this.model.stores.get(this.store);
    return store ? [store.store, store.actionCount, store.effectCount].join('/') : '';
  }

  opened() {
    fillStores(byId('state-store'), this.model, false);
    if (this.shown === null) this.showMoment(this.store, null, '');
  }

  // Shows the state of a store after an action, or now.
  showMoment(store, record, path) {
    fillStores(byId('state-store'), this.model, false);
    if (store !== null) byId('state-store').value = String(store);
    this.at = record;
    byId('state-now').setAttribute('aria-pressed', String(record === null));
    byId('state-moment').textContent = record === null ? 'The present state' : 'After ' + printable(record.text ?? '') + ' at ' + timeText(record.at);
    this.shown = null;
    this.#load(path);
    this.#showChanges();
    if (byId('find').value !== '') this.#find();
  }

  #step(way) {
    const { records } = this.model;
    let place = this.at === null ? records.length : this.model.placeOf(this.at.number);
    for (place += way; place >= 0 && place < records.length; place += way) {
      const record = records[place];
      if (record.kind === 'actionHandled' && record.store === this.store) {
        this.showMoment(this.store, record, '');
        return;
      }
    }
    if (way > 0) this.showMoment(this.store, null, '');
  }

  async #load(path) {
    const error = byId('state-error');
    if (!this.page.source.isLive) {
      showEmpty(error, true, 'A session has no states.', 'Its actions and effects are in the other views; look at a running app to see its states.');
      byId('tree').replaceChildren();
      this.shown = '';
      return;
    }
    if (this.store === null) {
      showEmpty(error, true, ...nothingYet(this.page));
      return;
    }
    const turn = (this.turn ?? 0) + 1;
    this.turn = turn;
    const looks = this.#looks();
    this.isAsking = true;
    try {
      const answer = await this.#ask('state', { path });
      if (turn !== this.turn) return;
      showEmpty(error, false);
      this.tree.show(answer.tree, path);
      if (path !== '') byId('tree').prepend(make('p', { className: 'crumb' }, button('The whole state', () => this.#load(''))));
      // A state of an earlier moment may be the last one that is kept before it.
      this.shown = looks;
    } catch (problem) {
      if (turn !== this.turn) return;
      this.shown = looks;
      byId('tree').replaceChildren();
      showEmpty(error, true, problem.message, make('p', {}, button('Try again', () => this.#load(path))));
    } finally { if (turn === this.turn) this.isAsking = false; }
  }

  async #showChanges() {
    const place = byId('changes-of-state');
    place.replaceChildren();
    const { at } = this;
    if (at === null || !this.page.source.isLive) return;
    try {
      const answer = await this.page.source.get('change', { store: this.store, at: at.number });
      if (this.at !== at) return;
      place.replaceChildren(section('Changed by this action', ...changeRows(answer, (path) => this.#load(path))));
    } catch { /* The state itself says why it is not there. */ }
  }

  async #find() {
    const text = byId('find').value;
    const place = byId('found');
    const turn = (this.findTurn ?? 0) + 1;
    this.findTurn = turn;
    if (text === '' || !this.page.source.isLive || this.store === null) {
      place.replaceChildren();
      return;
    }
    try {
      const answer = await this.#ask('find', { text });
      if (turn !== this.findTurn) return;
      const items = answer.found.map((found) => make(
        'li', {}, link(found.path === '' ? 'The whole state' : found.path, () => this.#load(found.path)),
        make('span', { className: 'part-value', text: found.text }),
      ));
      const none = answer.isCut ? 'The search ended early: nothing like this is in what it has seen.' : 'Nothing like this is in the state.';
      const count = answer.found.length === 0 ? none : counted(answer.found.length, 'place') + (answer.isCut ? ', and there are more' : '');
      place.replaceChildren(make('p', { className: 'muted', role: 'status', text: count }), make('ul', { className: 'found' }, ...items));
    } catch (error) {
      if (turn === this.findTurn) place.replaceChildren(make('p', { className: 'muted', text: error.message }));
    }
  }
}

class CountsView {
  constructor(page) { this.page = page; }
  begin(model) {
    this.model = model;
    this.version = -1;
  }

  update() {
    if (this.version === this.model.version) return true;
    this.version = this.model.version;
    const { effects, actions } = this.model.counts;
    const time = (count, value) => (count.ran > 0 ? lengthText(value) : '–');
    const title = (count) => this.model.titleOf(count.store);
    const byCount = (key) => (a, b) => b[key] - a[key];
    this.#table(byId('effect-counts'), [...effects.values()].sort(byCount('launched')), [
      ['Name', (count) => count.name], ['Store', title], ['Launched', (count) => count.launched],
      ['Finished', (count) => count.finished], ['Failed', (count) => count.failed],
      ['Cancelled', (count) => count.cancelled], ['Replaced', (count) => count.replaced],
      ['Refused', (count) => count.refused], ['Mean time', (count) => time(count, count.time / count.ran)],
      ['Longest', (count) => time(count, count.longest)],
    ]);
    this.#table(byId('action-counts'), [...actions.values()].sort(byCount('handled')), [
      ['Name', (count) => count.name], ['Store', title], ['Handled', (count) => count.handled],
      ['Dropped', (count) => count.dropped], ['Vetoed', (count) => count.vetoed],
    ]);
    return true;
  }

  #table(element, counts, columns) {
    if (counts.length === 0) {
      element.replaceChildren(make('caption', { className: 'muted', text: 'None yet.' }));
      return;
    }
    const head = make('tr', {}, ...columns.map(([text], index) => make('th', { scope: 'col', className: index < 2 ? 'text-column' : '', text })));
    const rows = counts.slice(0, 150).map((count) => make('tr', {}, ...columns.map(([name, value], index) => {
      const content = value(count);
      const isBad = ['Failed', 'Dropped', 'Refused'].includes(name) && content > 0;
      const className = (index < 2 ? 'text-column' : '') + (isBad ? ' bad' : '') + (content === 0 ? ' zero' : '');
      return make(index === 0 ? 'th' : 'td', { scope: index === 0 ? 'row' : null, className, text: typeof content === 'number' ? numberText(content) : content });
    })));
    element.replaceChildren(make('thead', {}, head), make('tbody', {}, ...rows));
    if (counts.length > rows.length) element.append(make('caption', { className: 'muted', text: 'The first ' + rows.length + ' of ' + counts.length }));
  }
}

class ControlView {
  constructor(page) { this.page = page; }
  begin(model) {
    this.model = model;
    this.looks = null;
  }

  greet() { this.looks = null; }

  update() {
    const stores = [...this.model.stores.values()];
    const looks = this.page.source.controls + stores.map((store) => [store.store, store.name, store.sends].join('/')).join('|');
    if (this.looks === looks) return true;
    this.looks = looks;
    if (!this.page.source.controls) {
      byId('control').replaceChildren(make(
        'div', { className: 'empty' }, make('p', { text: 'This inspector only looks.' }),
        make('p', {}, 'Start it with ', make('code', { text: 'Inspector.start(control: true)' }), ' to send actions, cancel effects and jump to earlier states from here.'),
      ));
      return true;
    }
    const store = make('select', { id: 'send-store' });
    fillStores(store, this.model, false);
    const json = make('textarea', { id: 'send-json', rows: 6, spellcheck: 'false', placeholder: '{"typed": {"_0": "swift"}}' });
    const hint = make('p', { className: 'hint' });
    const send = button('Send', () => this.#send(Number(store.value), json.value), { className: 'button main' });
    const explain = () => {
      const chosen = this.model.stores.get(Number(store.value));
      const isPossible = chosen?.sends !== false;
      json.disabled = !isPossible;
      send.disabled = !isPossible;
      hint.textContent = isPossible
        ? 'JSON of one ' + printable(chosen?.actions ?? 'action') + ', as its Codable conformance reads it.'
        : 'The actions of this store, ' + printable(chosen?.actions ?? 'of a type') + ', are not Decodable. Make them so to send one from here; one that was handled can be sent again from its details.';
    };
    store.addEventListener('change', explain);
    explain();
    const note = make('input', { id: 'note-text', type: 'text', autocomplete: 'off', placeholder: 'Now the list stays empty' });
    const addNote = () => {
      if (note.value.trim() === '') return;
      this.page.do({ note: { text: note.value } });
      note.value = '';
    };
    note.addEventListener('keydown', (event) => { if (event.key === 'Enter') addNote(); });
    byId('control').replaceChildren(
      make('h2', { text: 'Send an action' }),
      make('div', { className: 'field' }, make('label', { for: 'send-store', text: 'Store' }), store),
      make('div', { className: 'field' }, make('label', { for: 'send-json', text: 'Action' }), json, hint),
      make('p', { className: 'buttons' }, send),
      make('h2', { text: 'Add a note' }),
      make('div', { className: 'field' }, make('label', { for: 'note-text', text: 'Note' }), note, make('p', { className: 'hint', text: 'It is a record between the others, and in the session’s file.' })),
      make('p', { className: 'buttons' }, button('Add', addNote)),
    );
    return true;
  }

  #send(store, text) {
    let action;
    try { action = JSON.parse(text); } catch (error) {
      this.page.say('This is no JSON: ' + error.message, true);
      byId('send-json').focus();
      return;
    }
    this.page.do({ send: { store, action } });
  }
}
