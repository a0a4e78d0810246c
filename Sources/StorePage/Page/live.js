// An app that runs: its records are pulled by a cursor, its effects and states are asked for.

const wait = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

// The token comes with the address, behind the `#`, and leaves the bar at once.
function takeToken() {
  if (location.hash.length > 1) {
    sessionStorage.setItem('token', location.hash.slice(1));
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem('token');
}

class Refusal extends Error {
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

class LiveSource {
  constructor(token) {
    Object.assign(this, { token, title: '', isLive: true, controls: false, isStopped: false, next: 0, pid: null });
    // The seconds that the app may wait for news.
    this.patience = 10;
    this.connection = new AbortController();
    document.addEventListener('visibilitychange', () => {
      // A page that nobody sees keeps no connection.
      if (document.hidden) this.connection.abort();
      else this.#wake?.();
    });
  }

  #wake = null;

  async ask(path, parameters = {}, options = {}) {
    const query = new URLSearchParams(
      Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null && value !== ''),
    );
    // A plus is a space in forms alone.
    const spaced = String(query).replaceAll('+', '%20');
    const address = '/v1/' + path + (query.size > 0 ? '?' + spaced : '');
    const headers = { Authorization: 'Bearer ' + this.token };
    const answer = await fetch(address, { headers, cache: 'no-store', ...options });
    if (answer.ok) return answer;
    const said = await answer.json().catch(() => ({}));
    throw new Refusal(answer.status, said.error ?? 'The app answered ' + answer.status + '.');
  }

  async get(path, parameters, signal) { return (await this.ask(path, parameters, { signal })).json(); }

  async do(command) {
    const headers = { Authorization: 'Bearer ' + this.token, 'Content-Type': 'application/json' };
    const answer = await this.ask('do', {}, { method: 'POST', headers, body: JSON.stringify(command) });
    return (await answer.json()).said ?? 'Done.';
  }

  // The present on the axis of the records.
  get now() { return this.began === undefined ? 0 : this.clock + (performance.now() - this.began) * 1000; }

  async read(sink) {
    let failures = 0;
    let hello = null;
    while (!this.isStopped) {
      if (document.hidden) await new Promise((resolve) => { this.#wake = resolve; });
      this.connection = new AbortController();
      try {
        if (hello === null) {
          hello = await this.get('hello', {}, this.#limit(5000));
          this.#greet(hello, sink);
        }
        const query = { after: this.next, limit: 1000, wait: this.patience };
        const news = await this.get('records', query, this.#limit((this.patience + 4) * 1000));
        failures = 0;
        for (const store of news.stores ?? []) sink.addStore(store);
        await sink.addRecords(news.records);
        this.next = news.next ?? news.records[news.records.length - 1]?.number ?? this.next;
        sink.status({ kind: 'live' });
      } catch (error) {
        if (document.hidden || this.isStopped) continue;
        if (error instanceof Refusal && [401, 403].includes(error.status)) {
          sink.status({ kind: 'refused', words: error.message });
          return;
        }
        failures += 1;
        // One lost answer is nothing to tell of; an app that was started again is greeted anew.
        hello = null;
        sink.status({ kind: 'gone', words: error instanceof Refusal ? error.message : null });
        await wait(Math.min(200 * failures, 2000));
      }
    }
  }

  #limit(time) { return AbortSignal.any([this.connection.signal, AbortSignal.timeout(time)]); }

  #greet(hello, sink) {
    const isOther = this.pid !== null && (hello.pid !== this.pid || hello.now < this.now - 5e6 || hello.last < this.next);
    if (isOther) {
      this.next = 0;
      sink.restart();
    }
    Object.assign(this, { pid: hello.pid, title: hello.process, controls: hello.control });
    Object.assign(this, { clock: hello.now, began: performance.now() });
    for (const store of hello.stores) sink.addStore(store);
    sink.greet(hello);
  }

  stop() {
    this.isStopped = true;
    this.connection.abort();
  }
}
