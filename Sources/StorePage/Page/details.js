// The panel that tells of one thing: what it is, where it came from, and what came from it.

function showPanel(title, subtitle, ...parts) {
  byId('details').replaceChildren(
    make('h2', { text: title }), make('p', { className: 'muted', text: subtitle }),
    ...parts.filter((part) => part !== null && part !== undefined),
  );
}

// A list of names and values; `row` adds one.
function rowsOfDetails() {
  const list = make('dl');
  const row = (name, ...value) => {
    const texts = value.map((part) => (typeof part === 'string' ? printable(part) : part));
    list.append(make('dt', { text: name }), make('dd', {}, ...texts));
  };
  return { list, row };
}

function link(text, action) {
  const element = make('button', { type: 'button', className: 'link', text });
  element.addEventListener('click', action);
  return element;
}

const placeText = (text) => make('code', { className: 'place', text });

// A place for a column: without its module, and with its line even if the file's name is cut.
function shortPlace(place) {
  const [, file, line] = /([^/]*?)(:\d+)?$/.exec(place);
  return make('span', { className: 'muted place short', title: printable(place) }, make('span', { text: file }), line ?? null);
}

const section = (title, ...parts) => make('section', { className: 'part' }, make('h3', { text: title }), ...parts);

// MARK: Of a session's records

class Details {
  // `page` has the model and the source, and opens what a link leads to.
  constructor(page) {
    this.page = page;
    this.shown = null;
    // Grows with each thing that is shown: an answer that comes too late is dropped.
    this.turn = 0;
  }

  get model() { return this.page.model; }

  show(subject) {
    this.shown = subject;
    this.turn += 1;
    this.looks = this.#looksOf(subject);
    this.length = null;
    if (subject.launch) this.#showEffect(subject);
    else if (subject.group === 'actions') this.#showAction(subject);
    else this.#showOther(subject);
  }

  clear() {
    this.shown = null;
    this.turn += 1;
    showPanel('Details', 'Choose an action or an effect: with a click, or with Tab and the arrow keys.');
  }

  // What is shown may have gone on.
  update() {
    if (this.shown && this.length) setText(this.length, this.page.lengthOf(this.shown));
    if (this.shown && this.looks !== this.#looksOf(this.shown)) {
      const place = byId('details');
      const focused = document.activeElement;
      const isInside = focused !== place && place.contains(focused);
      // A link that has the focus stays; the panel is drawn anew when it has left. What can no longer be done goes.
      if (isInside && !(this.shown.end && focused.matches('.cancel'))) return;
      this.show(this.shown);
      if (isInside) place.focus();
    }
  }

  #looksOf(subject) {
    const { words, waiters } = subject.launch ? this.page.statusOf(subject) : {};
    const { causedCount = 0, end, start, drain, pauses = [] } = subject;
    return [causedCount, end?.number, start?.number, drain?.number, pauses.length, words, waiters].join('/');
  }

  titleOf(subject) {
    if (subject.launch) return effectTitle(subject);
    return subject.text ?? recordWords(subject);
  }

  linkTo(subject) {
    const title = this.titleOf(subject);
    return link(title.length > 120 ? title.slice(0, 120) + ' …' : title, () => this.page.open(subject, true));
  }

  // What a thing came from, step by step, to what came from outside.
  #origins(subject, first, verbs) {
    const { links, at, isLost, isCut } = this.model.chainOf(subject);
    const steps = links.map((origin, index) => {
      const verb = index === 0 ? first : links[index - 1].launch ? verbs.effect : verbs.action;
      const store = origin.store === subject.store ? '' : ' of ' + this.model.titleOf(origin.store);
      return make(
        'li', {}, verb + ' ', this.linkTo(origin), printable(store),
        !origin.launch && origin.sentAt ? make('div', {}, 'sent at ', placeText(origin.sentAt)) : null,
      );
    });
    const text = subject.launch ? subject.launch.text : null;
    if (links.length === 0 && isLost) {
      steps.push(make('li', { text: first + ' ' + (text ?? 'something') + ', whose record is lost' }));
    }
    else if (links.length === 0 && at) steps.push(make('li', {}, 'from outside, at ', placeText(at)));
    else if (links.length === 0) steps.push(make('li', { text: 'from outside' }));
    else if (isLost) steps.push(make('li', { text: 'what came before is lost' }));
    else if (isCut) steps.push(make('li', { text: 'and so on: follow the last one' }));
    return make('ol', { className: 'chain' }, ...steps);
  }

  #caused(subject) {
    const count = subject.causedCount ?? 0;
    if (count === 0) return null;
    const items = (subject.caused ?? []).slice(0, 20).map((record) => {
      const other = record.life ?? record;
      const mark = icon(record.life ? statusOf(record.life) : record.kind === 'actionHandled' ? 'effect' : 'dropped');
      return make('li', {}, mark, this.linkTo(other), make('span', { className: 'muted', text: clockText(record.at) }));
    });
    const more = count > items.length ? make('p', { className: 'muted', text: 'and ' + (count - items.length) + ' more' }) : null;
    const title = (subject.launch ? 'Sent ' : 'Caused ') + numberText(count);
    return section(title, make('ul', { className: 'links' }, ...items), more);
  }

  #showAction(record) {
    const { list, row } = rowsOfDetails();
    const handled = {
      actionHandled: 'Handled', actionDropped: 'Dropped: what sent it had been cancelled, or its store has ended',
      actionVetoed: 'Vetoed by ' + (record.detail ?? 'middleware'),
    };
    if (record.kind !== 'actionHandled') row('Outcome', make('strong', { className: 'bad', text: handled[record.kind] }));
    row('Time', timeText(record.at));
    row('Store', this.model.titleOf(record.store));
    if (record.sentAt) row('Sent at', placeText(record.sentAt));
    const change = make('div', { className: 'change' });
    showPanel(
      record.text ?? 'Action', 'Action ' + (record.action ?? '') + ', record ' + record.number, list,
      section('Came from', this.#origins(record, 'sent by', { effect: 'launched by', action: 'sent by' })),
      record.kind === 'actionHandled' ? section('Changed', change) : null,
      this.#caused(record), this.#controlsOfAction(record),
    );
    if (record.kind === 'actionHandled') this.#fillChange(change, record);
  }

  async #fillChange(place, record) {
    if (!this.page.source.isLive) {
      place.append(make('p', { className: 'muted', text: 'A session has no states. Look at a running app for those.' }));
      return;
    }
    const turn = this.turn;
    const timer = setTimeout(() => place.replaceChildren(make('p', { className: 'muted', text: 'Asking the app …' })), 150);
    try {
      const answer = await this.page.source.get('change', { store: record.store, at: record.number });
      if (turn === this.turn) place.replaceChildren(...changeRows(answer, (path) => this.page.openState(record, path)));
    } catch (error) {
      if (turn === this.turn) place.replaceChildren(make('p', { className: 'muted', text: error.message }));
    } finally { clearTimeout(timer); }
  }

  #controlsOfAction(record) {
    if (!this.page.source.isLive) return null;
    const open = button('State then', () => this.page.openState(record, ''));
    if (!this.page.source.controls) return make('p', { className: 'buttons' }, open);
    const resend = button('Send again', () => this.page.do({ resend: { record: record.number } }));
    const parts = [open, resend];
    const store = this.model.stores.get(record.store);
    if (store?.jumps !== false) {
      const cancels = make('input', { type: 'checkbox', id: 'cancels' });
      const jump = { store: record.store, at: record.number };
      parts.push(
        button('Jump here', () => this.page.do({ jump: { ...jump, cancelEffects: cancels.checked } })),
        make('label', { className: 'check' }, cancels, 'and cancel effects'),
      );
    }
    const why = store?.jumps === false
      ? make('p', { className: 'muted', text: this.page.jumpReason(store) }) : null;
    return make('div', {}, make('p', { className: 'buttons' }, ...parts), why);
  }

  #showEffect(life) {
    const status = this.page.statusOf(life);
    const { list, row } = rowsOfDetails();
    row('Status', make('strong', { className: 'tone-text ' + status.tone }, icon(status.tone), ' ' + printable(status.words)));
    for (const other of status.behind ?? []) row('Behind', this.linkTo(other));
    if (status.waiters > 0) row('Awaited', counted(status.waiters, 'wait') + ' for its end');
    row('Store', this.model.titleOf(life.store));
    row('Launched', timeText(life.launch.at));
    if (life.start && life.start.at > life.launch.at) {
      row('Started', timeText(life.start.at) + ', after ' + lengthText(life.start.at - life.launch.at) + ' of waiting');
    } else if (!life.start && life.end?.outcome !== 'refused') row('Started', life.end ? 'never' : 'not yet');
    if (life.end) row('Ended', timeText(life.end.at));
    if (life.start) {
      this.length = make('span', { text: this.page.lengthOf(life) });
      row(life.end ? 'Ran for' : 'Runs for', this.length);
    }
    if (life.drain && life.drain.at > (life.end?.at ?? 0)) row('Task ended', timeText(life.drain.at));
    const { id, name } = life.launch;
    if (id !== undefined || name !== undefined) row('Name', id ?? name);
    if (id !== undefined && name !== undefined && id !== name) row('Task', name);
    if (life.launch.isStream) row('Kind', 'stream');
    const waits = life.pauses.slice(-8).map((pause) => make(
      'li', {}, make('span', { className: 'time', text: clockText(pause.at) }), ' ' + printable(capital(waitText(pause.detail ?? ''))),
    ));
    showPanel(
      effectTitle(life), 'Effect ' + life.effect, list,
      section(
        life.end ? 'Ran because' : 'Runs because',
        this.#origins(life, 'launched by', { effect: 'launched by', action: 'sent by' }),
      ),
      waits.length > 0 ? section('Waits', make('ul', { className: 'plain' }, ...waits)) : null,
      life.end ? section('Ended by', ...this.#ender(life)) : null,
      this.#caused(life), this.#sentences(life), this.#controlsOfEffect(life),
    );
  }

  #ender(life) {
    const { outcome, ender, detail } = life.end;
    if (outcome === 'failed') return [make('p', { className: 'bad', text: 'An error: ' + (detail ?? 'unknown') })];
    if (outcome === 'refused') return [make('p', { text: 'Never began: ' + (detail ?? 'it was refused') })];
    if (!ender) {
      return [make('p', { text: ['finished', undefined].includes(outcome) ? 'Its own end: it returned.' : 'Not known.' })];
    }
    const steps = [];
    const newer = ender.effect === undefined ? null : this.model.lives.get(ender.effect);
    if (newer) steps.push(make('li', {}, 'a newer one of its name, ', this.linkTo(newer)));
    else steps.push(make('li', { text: ender.way }));
    const cause = this.model.subjectOf(ender.cause);
    if (cause) steps.push(make('li', {}, newer ? 'launched by ' : 'because of ', this.linkTo(cause)));
    if (ender.at) steps.push(make('li', {}, 'at ', placeText(ender.at)));
    return [make('ol', { className: 'chain' }, ...steps)];
  }

  // The same in the sentences of the app, which may know more.
  #sentences(life) {
    if (!this.page.source.isLive) return null;
    const lines = make('div', { className: 'lines' });
    const element = make('details', { className: 'part sentences' }, make('summary', { text: 'In sentences' }), lines);
    element.addEventListener('toggle', async () => {
      if (!element.open || lines.childElementCount > 0) return;
      try {
        const answer = await this.page.source.get('why', { effect: life.effect });
        lines.replaceChildren(...answer.lines.map((line) => make('p', { text: storyText(line) })));
      } catch (error) { lines.replaceChildren(make('p', { className: 'muted', text: error.message })); }
    });
    return element;
  }

  #controlsOfEffect(life) {
    if (!this.page.source.controls || life.end) return null;
    const cancel = button('Cancel', () => this.page.do({ cancel: { store: life.store, effect: life.effect } }), {
      className: 'button cancel',
    });
    return make('p', { className: 'buttons' }, cancel);
  }

  #showOther(record) {
    const { list, row } = rowsOfDetails();
    row('Time', timeText(record.at));
    if (record.store !== undefined) row('Store', this.model.titleOf(record.store));
    if (record.sentAt) row('At', placeText(record.sentAt));
    const text = record.text?.includes('\n') ? make('pre', { text: record.text }) : null;
    const origin = record.cause ? section('Came from', this.#origins(record, 'by', { effect: 'launched by', action: 'sent by' })) : null;
    showPanel(recordWords(record).split('\n')[0], recordGroups[record.group] + ', record ' + record.number, list, text, origin);
  }
}

// What a record says, in a row of the list.
function recordWords(record) {
  const text = record.text ?? '';
  switch (record.kind) {
    case 'actionVetoed': return text;
    case 'effectQueued': return nameOf(record) + ' waits for its turn';
    case 'effectRefused': return nameOf(record) + ' was refused, as ' + (record.detail ?? 'it could not begin');
    case 'effectStarted': return titleOfRecord(record) + ' started';
    case 'effectEnded': return titleOfRecord(record) + ' ' + outcomeWords(record);
    case 'effectDrained': return titleOfRecord(record) + ': its task ended';
    case 'effectPaused': return titleOfRecord(record) + ' ' + waitText(record.detail ?? 'pauses');
    case 'handlerSuspended': return 'The handler of ' + text + ' is suspended';
    case 'storeStopped': return 'The store was stopped';
    case 'storeStarted': return 'The store was started again';
    case 'storeEnded': return 'The store has ended';
    case 'storeAdopted': return 'The store became a child of ' + (text || 'another store');
    case 'stateChanged': return 'The state was changed from outside';
    case 'errorUncaught': return 'Uncaught error: ' + text;
    case 'issueFound': return 'Issue: ' + text.split('\n')[0];
    default: return text;
  }
}

const titleOfRecord = (record) => (record.life ? effectTitle(record.life) : nameOf(record));

function outcomeWords(record) {
  const way = record.ender ? ' ' + record.ender.way : '';
  if (record.outcome === 'failed') return 'failed with ' + (record.detail ?? 'an error');
  if (record.outcome === 'cancelled') return 'was cancelled' + way;
  if (record.outcome === 'replaced') return 'was replaced' + way;
  return record.outcome ?? 'finished';
}

function iconOf(record) {
  if (record.group === 'actions') return new ActionItem(record).tone;
  const names = {
    effectQueued: 'queued', effectRefused: 'refused', effectStarted: 'launched', effectDrained: 'drained',
    effectPaused: 'paused', errorUncaught: 'problem', issueFound: 'problem', note: 'note', lost: 'lost',
    handlerSuspended: 'paused',
  };
  if (record.kind === 'effectEnded') return record.outcome ?? 'finished';
  return names[record.kind] ?? 'store';
}

// The parts that changed, each with its path and both values.
function changeRows(answer, open) {
  if (answer.changes.length === 0) return [make('p', { className: 'muted', text: 'Nothing.' })];
  const rows = answer.changes.map((change) => {
    const path = change.path === '' ? 'The whole state' : change.path;
    const values = [
      change.before === undefined || change.before === null ? null : make('del', { text: change.before }),
      change.after === undefined || change.after === null ? null : make('ins', { text: change.after }),
    ];
    return make(
      'li', {}, open ? link(path, () => open(change.path)) : make('code', { text: path }),
      make('div', { className: 'values' }, ...values),
    );
  });
  return [
    make('ul', { className: 'changes' }, ...rows),
    answer.isCut ? make('p', { className: 'muted', text: 'There are more changes than these.' }) : null,
  ].filter(Boolean);
}
