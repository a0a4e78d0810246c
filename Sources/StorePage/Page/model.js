// What the records say: stores, actions, the lives of effects, and what came from what. It knows nothing of the page,
// and takes records as they come.

const groupsOfKinds = {
  actionHandled: 'actions', actionDropped: 'actions', actionVetoed: 'actions',
  effectQueued: 'effects', effectRefused: 'effects', effectStarted: 'effects', effectEnded: 'effects',
  effectDrained: 'effects', effectPaused: 'effects',
  handlerSuspended: 'stores', storeStopped: 'stores', storeStarted: 'stores', storeEnded: 'stores',
  storeAdopted: 'stores', stateChanged: 'stores',
  errorUncaught: 'problems', issueFound: 'problems', note: 'notes', lost: 'notes',
};
const recordGroups = { actions: 'Actions', effects: 'Effects', stores: 'Stores', notes: 'Notes', problems: 'Problems' };

// The first word of an action's text: the name of its case.
const caseOf = (text) => /^[^(]*/.exec(text ?? '')[0] || 'action';

class Model {
  // `limit` is the number of records that are kept; above it the oldest fifth goes.
  constructor(limit = 200_000) {
    this.limit = limit;
    this.stores = new Map();
    this.records = [];
    this.effects = [];
    this.lives = new Map();
    this.actions = new Map();
    this.counts = { actions: new Map(), effects: new Map() };
    this.last = 0;
    this.lost = 0;
    this.forgotten = 0;
    this.end = 0;
    // Grows with each change, so that a view can tell whether it is old.
    this.version = 0;
  }

  // A store is known before its first record, and may be told of again, with more.
  addStore(text) {
    const store = this.stores.get(text.store);
    if (store) Object.assign(store, text);
    else this.stores.set(text.store, { actionCount: 0, effectCount: 0, suspended: null, ...text });
    this.version += 1;
  }

  storeOf(number) {
    if (!this.stores.has(number)) this.addStore({ store: number });
    return this.stores.get(number);
  }

  titleOf(number) {
    const store = this.stores.get(number);
    return store?.title ?? store?.name ?? 'store ' + number;
  }

  // The module of a store's engine, if it is known.
  engineOf(store) {
    return store.engine?.split('.')[0];
  }

  add(record) {
    if (record.number <= this.last) return;
    if (record.number > this.last + 1) this.#addLost(record);
    this.last = record.number;
    this.version += 1;
    this.end = Math.max(this.end, record.at);
    record.group = groupsOfKinds[record.kind];
    record.caused = null;
    if (!record.group) return;
    const store = record.store === undefined ? null : this.storeOf(record.store);
    if (record.effect !== undefined) this.#addToLife(record, store);
    if (record.group === 'actions') this.#addAction(record, store);
    if (record.kind === 'handlerSuspended') store.suspended = record;
    if (record.kind === 'storeEnded') store.hasEnded = true;
    const origin = this.originOf(record);
    // An effect came from something once, by its launch.
    if (origin && (record.effect === undefined || record.life?.launch === record)) {
      origin.causedCount = (origin.causedCount ?? 0) + 1;
      origin.caused ??= [];
      if (origin.caused.length < 1000) origin.caused.push(record);
    }
    record.words = this.#wordsOf(record);
    this.#keep(record);
  }

  // The records of a number of kinds are searched as one text.
  #wordsOf(record) {
    const parts = [record.text, record.id, record.name, record.sentAt, record.detail, record.outcome, record.kind];
    parts.push(record.ender?.way, record.ender?.at, record.kind === 'effectPaused' ? waitText(record.detail ?? '') : undefined);
    if (record.store !== undefined) parts.push(this.titleOf(record.store));
    return parts.filter((part) => part !== undefined).join('\n').toLowerCase();
  }

  #addLost(record) {
    const count = record.number - this.last - 1;
    this.lost += count;
    // Before the first line there is nothing that a reader could miss between two others.
    const text = counted(count, 'record') + (this.last === 0 ? ' before these are' : ' between these are') + ' lost';
    const words = 'lost ' + text;
    this.#keep({ number: record.number - 1, at: record.at, kind: 'lost', group: 'notes', text, words, caused: null });
  }

  #keep(record) {
    this.records.push(record);
    if (this.records.length <= this.limit) return;
    const old = this.records.splice(0, Math.ceil(this.limit / 5));
    this.forgotten += old.length;
    for (const gone of old) {
      gone.isGone = true;
      if (gone.action !== undefined) this.actions.delete(gone.store + '/' + gone.action);
      const life = gone.life;
      if (life && life.end && this.lives.get(gone.effect) === life && life.end.number <= gone.number) {
        this.lives.delete(gone.effect);
        life.isGone = true;
      }
    }
    this.effects = this.effects.filter((life) => !life.isGone);
  }

  #addAction(record, store) {
    store.actionCount += 1;
    if (record.action !== undefined) this.actions.set(record.store + '/' + record.action, record);
    if (store.suspended && record.action === store.suspended.action) store.suspended = null;
    const name = caseOf(record.text);
    const key = record.store + '/' + name;
    const count = this.counts.actions.get(key) ?? { store: record.store, name, handled: 0, dropped: 0, vetoed: 0 };
    const kinds = { actionHandled: 'handled', actionDropped: 'dropped', actionVetoed: 'vetoed' };
    count[kinds[record.kind]] += 1;
    this.counts.actions.set(key, count);
  }

  #addToLife(record, store) {
    let life = this.lives.get(record.effect);
    if (!life) {
      // Nothing else is known of an effect whose launch is not kept.
      if (['effectDrained', 'effectPaused'].includes(record.kind)) return;
      life = {
        effect: record.effect, store: record.store, launch: record, start: null, end: null, drain: null, pauses: [],
        caused: null, causedCount: 0,
      };
      life.count = this.#countOf(record);
      if (record.kind !== 'effectRefused') life.count.launched += 1;
      store.effectCount += 1;
      this.lives.set(record.effect, life);
      this.effects.push(life);
    }
    record.life = life;
    if (record.kind === 'effectStarted') life.start = record;
    else if (record.kind === 'effectPaused') {
      if (life.pauses.length < 100) life.pauses.push(record);
    } else if (record.kind === 'effectDrained') life.drain = record;
    else if (record.kind === 'effectEnded' || record.kind === 'effectRefused') this.#end(life, record);
  }

  #countOf(record) {
    const name = nameOf(record);
    const key = record.store + '/' + name;
    if (!this.counts.effects.has(key)) {
      this.counts.effects.set(key, {
        store: record.store, name, launched: 0, finished: 0, failed: 0, cancelled: 0, replaced: 0, refused: 0, time: 0,
        longest: 0, ran: 0,
      });
    }
    return this.counts.effects.get(key);
  }

  #end(life, record) {
    life.end = record;
    life.count[record.outcome ?? 'finished'] += 1;
    if (!life.start) return;
    const time = record.at - life.start.at;
    life.count.ran += 1;
    life.count.time += time;
    life.count.longest = Math.max(life.count.longest, time);
  }

  // The action, or the life of the effect, that a record came from; `null` if it came from outside or that is lost.
  originOf(record) {
    return this.subjectOf(record.cause);
  }

  subjectOf(cause) {
    if (!cause) return null;
    if (cause.effect !== undefined) return this.lives.get(cause.effect) ?? null;
    return this.actions.get(cause.store + '/' + cause.action) ?? null;
  }

  // The origins of something, the nearest first: at most eight, and what lies behind the last one.
  chainOf(subject) {
    const links = [];
    let record = subject.launch ?? subject;
    while (links.length < 8) {
      if (!record.cause) return { links, at: record.sentAt ?? null, isLost: false, isCut: false };
      const origin = this.subjectOf(record.cause);
      if (!origin) return { links, at: null, isLost: true, isCut: false };
      links.push(origin);
      record = origin.launch ?? origin;
    }
    return { links, at: null, isLost: false, isCut: true };
  }

  // The place of the first record with at least this number.
  placeOf(number) {
    return firstPlace(this.records.length, (place) => this.records[place].number >= number);
  }

  recordOf(number) {
    const record = this.records[this.placeOf(number)];
    return record?.number === number ? record : null;
  }
}

function firstPlace(count, holds) {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// The name of an effect, by its record.
const nameOf = (record) => record.id ?? record.name ?? (record.text ? 'effect of ' + caseOf(record.text) : 'effect');

function effectTitle(life) {
  const { id, name } = life.launch;
  return id !== undefined && name !== undefined && id !== name ? id + ' (' + name + ')' : nameOf(life.launch);
}

// The status of an effect by its records alone: `queued`, `running`, or its outcome.
function statusOf(life) {
  if (life.end) return life.end.outcome ?? 'finished';
  return life.start ? 'running' : 'queued';
}

// The task of an effect goes on after it was cancelled or replaced.
const isDraining = (life) => Boolean(
  life.start && life.end && !life.drain && ['cancelled', 'replaced'].includes(life.end.outcome),
);

// The pause that an effect is in: the last one, if nothing that it sent came after it.
function pauseOf(life) {
  const pause = life.pauses[life.pauses.length - 1];
  const sent = life.caused?.[life.caused.length - 1];
  return pause && !(sent && sent.number > pause.number) && !life.end ? pause : null;
}

// The records that meet a condition, found a slice at a time; more are looked at as they come.
class Filtered {
  constructor(model, test) {
    Object.assign(this, { model, test, rows: [], next: 0, forgotten: model.forgotten });
  }

  // Looks on until a time; returns whether all have been seen.
  advance(until = Infinity) {
    const { records, forgotten } = this.model;
    if (forgotten > this.forgotten) {
      this.next = Math.max(0, this.next - (forgotten - this.forgotten));
      this.forgotten = forgotten;
      const first = records[0].number;
      this.rows.splice(0, firstPlace(this.rows.length, (place) => this.rows[place].number >= first));
    }
    for (let count = 0; this.next < records.length; this.next += 1) {
      count += 1;
      if ((count & 1023) === 0 && performance.now() > until) return false;
      if (this.test(records[this.next])) this.rows.push(records[this.next]);
    }
    return true;
  }
}

function recordTest(query, store, groups) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word.length > 0);
  return (record) => groups.has(record.group) && (store === null || record.store === store || record.store === undefined)
    && words.every((word) => record.words.includes(word));
}
