// Where records come from: the page itself, a session's file that was dropped on it, or an app that runs (live.js). Each
// source has `title`, `isLive`, `controls`, and `read(sink)`, which hands over stores and records until it has no more.

// Work in slices, so that the page answers at any time.
const sliceLength = 8;
const nextTurn = () => new Promise((resolve) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = resolve;
  channel.port2.postMessage(null);
});

// A session in memory: of the page's own document, or of a file.
class KeptSource {
  constructor(title, stores, records) {
    Object.assign(this, { title, stores, records, isLive: false, controls: false });
  }

  async read(sink) {
    for (const store of this.stores) sink.addStore(store);
    await sink.addRecords(this.records);
    sink.status({ kind: 'kept' });
  }

  stop() {}
}

// The document of a report has the records of each engine, with numbers of its own; here all are one session, in the
// order of time.
function sourceOfReport(report) {
  const stores = [];
  const records = [];
  report.engines.forEach((engine, index) => {
    const store = (number) => index * 1000 + number;
    const effect = (number) => index * 1e9 + number;
    const cause = (value) => value && { ...value, store: store(value.store), effect: value.effect && effect(value.effect) };
    const known = new Set();
    for (const record of engine.records ?? []) {
      const own = { ...record, cause: cause(record.cause) };
      if (record.store !== undefined) own.store = store(record.store);
      if (record.effect !== undefined) own.effect = effect(record.effect);
      if (record.ender) {
        const { ender } = record;
        own.ender = { ...ender, cause: cause(ender.cause), effect: ender.effect && effect(ender.effect) };
      }
      if (own.store !== undefined && !known.has(own.store)) {
        known.add(own.store);
        stores.push({ store: own.store, name: engine.name });
      }
      records.push(own);
    }
  });
  records.sort((a, b) => a.at - b.at);
  records.forEach((record, index) => { record.number = index + 1; });
  return new KeptSource(report.title, stores, records);
}

// A session's file, line by line. `Error`s say what is wrong with it, and what to do.
class FileSource {
  constructor(file) {
    Object.assign(this, { file, title: file.name, isLive: false, controls: false, isStopped: false });
  }

  async read(sink) {
    if (this.file.size > 512 << 20) throw new Error('The file is longer than 512 MiB. Cut it to the lines that matter.');
    const decoder = new TextDecoder();
    const size = 1 << 18;
    let rest = '';
    this.line = 0;
    for (let start = 0; start < this.file.size && !this.isStopped; start += size) {
      const bytes = await this.file.slice(start, start + size).arrayBuffer();
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop();
      await this.#add(lines, sink);
      sink.status({ kind: 'reads', part: Math.min(1, (start + size) / this.file.size) });
    }
    // A session that was cut off, as by a crash, is shown up to there.
    if (rest.length > 0) {
      try { await this.#add([rest], sink); } catch (error) {
        if (this.line <= 1) throw error;
        sink.status({ kind: 'kept', words: 'The file ends inside a line: what was recorded after it is lost.' });
        return;
      }
    }
    if (this.line === 0) throw new Error('The file is empty.');
    sink.status({ kind: 'kept' });
  }

  async #add(lines, sink) {
    const records = [];
    let end = performance.now() + sliceLength;
    for (const line of lines) {
      this.line += 1;
      const value = this.#parse(line);
      if (this.line === 1) {
        this.#check(value);
        for (const store of value.stores ?? []) sink.addStore(store);
      } else if (typeof value?.number === 'number' && typeof value.at === 'number' && typeof value.kind === 'string') {
        records.push(value);
      } else if (typeof value?.store === 'number') {
        await sink.addRecords(records.splice(0));
        sink.addStore(value);
      } else throw new Error('Line ' + this.line + ' is no record of a session.');
      if (performance.now() < end) continue;
      await nextTurn();
      end = performance.now() + sliceLength;
    }
    await sink.addRecords(records);
  }

  #parse(line) {
    try { return JSON.parse(line); } catch {
      throw new Error(
        this.line === 1
          ? 'This is no session. Drop a file that the inspector exported, or that engine-lab run --record wrote.'
          : 'Line ' + this.line + ' is no record of a session.',
      );
    }
  }

  #check(head) {
    if (typeof head?.format !== 'number') {
      throw new Error(
        'This is no session. Drop a file that the inspector exported, or that engine-lab run --record wrote.',
      );
    }
    if (head.format > 1) throw new Error('The session has the format ' + head.format + ', and this page reads 1.');
  }

  stop() { this.isStopped = true; }
}

// The lines of a session's file, of what the page has.
function sessionText(model) {
  const lines = [{ format: 1 }];
  const keys = [
    'number', 'at', 'store', 'kind', 'text', 'action', 'effect', 'id', 'name', 'isStream', 'cause', 'sentAt', 'outcome',
    'ender', 'detail',
  ];
  const said = new Set();
  for (const record of model.records) {
    if (record.kind === 'lost') continue;
    if (record.store !== undefined && !said.has(record.store)) {
      said.add(record.store);
      const { store, name, actions, engine, state, isObject, parent } = model.stores.get(record.store);
      lines.push({ store, name, actions, engine, state, isObject, parent });
    }
    lines.push(Object.fromEntries(keys.map((key) => [key, record[key]])));
  }
  return lines.map((line) => JSON.stringify(line) + '\n').join('');
}
