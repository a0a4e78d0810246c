// The page: it takes what a source hands over, shows it in views, and opens what a link leads to.

const viewTitles = {
  report: 'Report', actions: 'Actions', timeline: 'Timeline', effects: 'Effects', state: 'State', counts: 'Counts',
  control: 'Control',
};

class InspectorPage {
  constructor(report) {
    this.report = report;
    this.views = {};
    this.view = null;
    this.reports = new Map();
    this.suspended = [];
    this.findings = null;
    this.isDirty = false;
    this.details = new Details(this);
    this.#makeTabs();
    this.views.actions = new ActionsView(this);
    this.views.timeline = new TimelineView(this);
    this.views.effects = new EffectsView(this);
    this.views.state = new StateView(this);
    this.views.counts = new CountsView(this);
    this.views.control = new ControlView(this);
    this.#listen();
  }

  get now() { return this.source.isLive && this.connection?.kind === 'live' ? this.source.now : this.model.end; }

  // MARK: Sources

  async show(source, model = new Model()) {
    this.source?.stop();
    this.source = source;
    this.connection = null;
    this.#begin(model);
    const tabs = ['actions', 'timeline', 'effects', 'state', 'counts'];
    if (source.isLive) tabs.push('control');
    this.#showTabs(this.report && source.isOfReport ? ['report', ...tabs.filter((name) => name !== 'state')] : tabs);
    this.#showTitle();
    try { await source.read(this.#sink(source)); } catch (error) {
      if (this.source === source) this.#tell('bad', error.message, this.#back());
    }
  }

  #begin(model) {
    this.model = model;
    this.reports = new Map();
    this.suspended = [];
    this.#showFindings(null);
    for (const view of Object.values(this.views)) view.begin(model);
    this.details.clear();
    this.changed();
  }

  // What a source may do to the page.
  #sink(source) {
    const isShown = () => this.source === source;
    return {
      addStore: (store) => { if (isShown()) this.model.addStore(store); },
      addRecords: async (records) => {
        const { model } = this;
        let end = performance.now() + sliceLength;
        for (const record of records) {
          if (!isShown()) return;
          model.add(record);
          if (performance.now() < end) continue;
          this.changed();
          await nextTurn();
          end = performance.now() + sliceLength;
        }
        if (records.length > 0) this.changed();
      },
      status: (status) => { if (isShown()) this.#showConnection(status); },
      greet: () => { if (isShown()) this.#greet(); },
      restart: () => { if (isShown()) this.#restart(); },
    };
  }

  #greet() {
    this.#showTitle();
    for (const view of Object.values(this.views)) view.greet?.();
    this.changed();
  }

  // The app was started again: its new run is shown, and what the page has of the run before stays at hand.
  #restart() {
    const before = this.model;
    const title = this.source.title;
    this.#begin(new Model());
    const look = button('Look at the run before', () => {
      this.show(Object.assign(new KeptSource(title + ', the run before', [], []), { goesBack: true }), before);
    });
    const dismiss = button('Dismiss', () => this.#tell(null));
    this.hasRestarted = true;
    this.#tell('good', 'The app was started again. This is its new run.', look, dismiss);
  }

  #back() {
    if (typeof LiveSource === 'undefined') return null;
    return button('Back to the app', () => this.show(new LiveSource(takeToken())));
  }

  #showTitle() {
    const title = this.source.title || 'Inspector';
    if (!this.source.isOfReport) {
      byId('title').textContent = printable(title);
      document.title = title + ' – Inspector';
      const process = this.source.pid ? 'Process ' + this.source.pid : '';
      byId('setting').textContent = this.source.isLive ? process : 'A session that was recorded';
    }
    byId('export-trace').hidden = !this.source.isLive;
  }

  #showConnection(status) {
    const isNew = this.connection?.kind !== status.kind || this.connection?.words !== status.words;
    this.connection = status;
    if (!isNew && status.kind !== 'reads') return;
    const element = byId('connection');
    const words = {
      live: 'Live', gone: 'Not connected', refused: 'Refused', kept: '',
      reads: 'Reads the file, ' + Math.round((status.part ?? 0) * 100) + ' %',
    };
    element.className = 'connection ' + status.kind;
    element.textContent = words[status.kind];
    if (status.kind === 'gone') {
      const count = counted(this.model.records.length, 'record');
      this.#tell(
        'bad', status.words ?? 'The app does not answer: it has ended, or a debugger holds it.',
        make('span', { text: count + (this.model.records.length === 1 ? ' is' : ' are') + ' kept here, and the page tries again by itself.' }),
      );
    } else if (status.kind === 'refused') {
      this.#tell('bad', status.words + ' Open the whole address that the app has printed last.');
    } else if (status.kind === 'kept' && this.source.goesBack !== undefined) {
      this.#tell(status.words ? 'bad' : null, status.words ?? 'This is a session that was recorded.', this.#back());
    } else if (status.kind === 'kept' && !this.source.isOfReport) {
      this.#tell('good', status.words ?? 'This is a session from a file: it has no states.', this.#back());
    } else if (status.kind === 'live' && !this.hasRestarted) this.#tell(null);
    this.changed();
  }

  // Says why there is nothing to show.
  refuse(words) { queueMicrotask(() => this.#tell('bad', words)); }

  #tell(kind, words, ...parts) {
    const banner = byId('banner');
    if (kind !== 'good') this.hasRestarted = false;
    banner.hidden = !kind && !words;
    banner.className = 'banner ' + (kind ?? '');
    if (words) banner.replaceChildren(make('span', { text: words }), ...parts.filter(Boolean));
  }

  // MARK: Views

  #makeTabs() {
    for (const [name, title] of Object.entries(viewTitles)) {
      const tab = make('button', {
        type: 'button', role: 'tab', id: 'tab-' + name, 'aria-controls': 'view-' + name, 'aria-selected': 'false',
        tabindex: '-1', text: title,
      });
      tab.addEventListener('click', () => this.openView(name));
      byId('tabs').append(tab);
    }
    byId('tabs').addEventListener('keydown', (event) => {
      const tabs = [...byId('tabs').children].filter((tab) => !tab.hidden);
      const place = tabs.indexOf(document.activeElement);
      const steps = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: tabs.length - 1 };
      if (place < 0 || !(event.key in steps)) return;
      event.preventDefault();
      const tab = tabs[(steps[event.key] + tabs.length) % tabs.length];
      tab.focus();
      tab.click();
    });
  }

  #showTabs(names) {
    for (const name of Object.keys(viewTitles)) byId('tab-' + name).hidden = !names.includes(name);
    this.openView(names.includes(this.view) ? this.view : names[0]);
  }

  openView(name) {
    this.view = name;
    for (const other of Object.keys(viewTitles)) {
      const tab = byId('tab-' + other);
      tab.setAttribute('aria-selected', other === name);
      tab.tabIndex = other === name ? 0 : -1;
      byId('view-' + other).hidden = other !== name;
    }
    document.body.classList.toggle('of-report', name === 'report');
    document.body.classList.toggle('without-details', ['state', 'counts', 'control'].includes(name));
    if (this.report && name === 'report') redrawReport();
    this.views[name]?.opened?.();
    this.changed();
  }

  // Opens an action or an effect, with its details; a link also shows it in the view.
  open(subject, shows, takesFocus = false) {
    if (['state', 'counts', 'control', 'report'].includes(this.view)) this.openView(subject.launch ? 'effects' : 'actions');
    this.selected = subject;
    this.details.show(subject);
    for (const view of Object.values(this.views)) view.select?.(subject, shows);
    if (takesFocus) byId('details').focus();
  }

  openState(record, path) {
    this.openView('state');
    this.views.state.showMoment(record.store, record, path);
  }

  // MARK: Drawing

  // The views are drawn at most once in a frame, and not more often than ten times a second.
  changed() {
    if (this.isDirty) return;
    this.isDirty = true;
    const since = performance.now() - (this.drawnAt ?? -1000);
    setTimeout(() => requestAnimationFrame(() => this.#draw()), Math.max(0, 100 - since));
  }

  #draw() {
    this.isDirty = false;
    this.drawnAt = performance.now();
    if (!this.model) return;
    if (this.views[this.view]?.update() === false) this.changed();
    this.details.update();
  }

  // MARK: The present state of effects, and findings

  async poll() {
    const { source } = this;
    const isAsked = source?.isLive && this.connection?.kind === 'live' && !document.hidden;
    if (isAsked) {
      try {
        const answer = await source.get('effects');
        if (source === this.source) {
          this.reports = new Map(answer.effects.map((report) => [report.effect, report]));
          this.suspended = answer.suspended ?? [];
          const findings = await source.get('findings');
          if (source === this.source) this.#showFindings(findings.findings);
          this.changed();
        }
      } catch { /* The connection's own state tells of it. */ }
    }
    setTimeout(() => this.poll(), this.view === 'effects' || this.view === 'timeline' ? 500 : 1500);
  }

  // For how long an effect has run or waited, up to its end or now.
  lengthOf(life) {
    return lengthText(Math.max(0, (life.end?.at ?? this.now) - (life.start ?? life.launch).at));
  }

  // What an effect does now, in words.
  statusOf(life) {
    if (life.end) {
      const tone = statusOf(life);
      const goesOn = isDraining(life) && this.reports.get(life.effect)?.status === 'draining';
      if (goesOn) return { tone, words: capital(tone) + ', but its task goes on' };
      return { tone, words: capital(tone) };
    }
    const report = this.reports.get(life.effect);
    const pause = pauseOf(life);
    const waiters = report?.waiters ?? 0;
    const tone = life.start ? 'running' : 'queued';
    const behind = (report?.behind ?? []).map((effect) => this.model.lives.get(effect)).filter(Boolean);
    const words = {
      waitsForElement: 'Waits for an element of its stream',
      blocked: 'Waits until its store has handled some of ' + counted(report?.buffered ?? 0, 'element'),
      queued: 'Waits for its turn' + (behind.length > 0 ? ' behind ' + behind.map(effectTitle).join(', ') : ''),
      heldByThrottle: 'Waits for the end of its throttle’s interval',
      draining: 'Was cancelled, but its task goes on',
    }[report?.status];
    if (words) return { tone: report.status === 'queued' ? 'queued' : tone, words, behind, waiters };
    if (!life.start) return { tone, words: 'Waits for its turn', behind, waiters };
    return { tone, words: pause ? 'Runs, ' + waitText(pause.detail ?? 'pauses') : 'Runs', behind, waiters };
  }

  #showFindings(findings) {
    this.findings = findings;
    const element = byId('findings-button');
    const count = findings?.length ?? 0;
    if (element.hidden !== (count === 0)) element.hidden = count === 0;
    const text = counted(count, 'finding');
    if (element.textContent !== text) element.textContent = text;
    if (count === 0) element.setAttribute('aria-expanded', 'false');
  }

  #openFindings() {
    const items = this.findings.map((finding) => {
      const life = this.model.lives.get(finding.effect);
      return make('li', {}, life ? link(finding.text, () => this.open(life, true)) : make('span', { text: finding.text }));
    });
    this.selected = null;
    this.details.clear();
    if (document.body.classList.contains('without-details')) this.openView('actions');
    const hint = 'What is most likely a mistake. Each leads to its effect.';
    showPanel('Findings', hint, make('ul', { className: 'findings' }, ...items));
    byId('details').focus();
  }

  // MARK: Control

  async do(command) {
    try { this.say(await this.source.do(command)); } catch (error) { this.say(error.message, true); }
  }

  say(text, isBad = false) {
    const element = byId('said');
    element.className = 'toast shown' + (isBad ? ' bad' : '');
    element.textContent = printable(text);
    clearTimeout(this.sayTimer);
    this.sayTimer = setTimeout(() => element.classList.remove('shown'), isBad ? 12_000 : 5000);
  }

  jumpReason(store) {
    const engine = this.model.engineOf(store) ?? 'This engine';
    return 'No jump here: ' + engine + ' gives no way to put back a state'
      + (store.isObject ? ', as its state is an object that others hold.' : '.');
  }

  // MARK: Files and keys

  #save(name, content, type) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
    const anchor = make('a', { href: url, download: name });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  async #export(path, name) {
    byId('menu').open = false;
    try {
      const content = this.source.isLive
        ? await (await this.source.ask(path)).blob() : sessionText(this.model);
      this.#save(name, content, 'application/x-ndjson');
    } catch (error) { this.say(error.message, true); }
  }

  #openFile(file) {
    if (!file) return;
    byId('menu').open = false;
    this.show(new FileSource(file));
  }

  #listen() {
    byId('findings-button').addEventListener('click', () => this.#openFindings());
    byId('export-session').addEventListener('click', () => this.#export('session', 'session.jsonl'));
    byId('export-trace').addEventListener('click', () => this.#export('trace', 'trace.json'));
    byId('open-file').addEventListener('click', () => byId('file').click());
    byId('file').addEventListener('change', (event) => this.#openFile(event.target.files[0]));
    const drop = byId('drop');
    document.addEventListener('dragover', (event) => {
      if (![...event.dataTransfer.types].includes('Files')) return;
      event.preventDefault();
      drop.hidden = false;
    });
    document.addEventListener('dragleave', (event) => { if (event.relatedTarget === null) drop.hidden = true; });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      drop.hidden = true;
      this.#openFile(event.dataTransfer.files[0]);
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') byId('menu').open = false;
      const isTyping = event.target.closest('input, textarea, select');
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === '/') {
        event.preventDefault();
        if (this.view === 'effects') byId('effect-search').focus();
        else if (this.view === 'state') byId('find').focus();
        else {
          this.openView('actions');
          byId('search').focus();
        }
      } else if (event.key === 'Escape' && event.target.closest('#details')) this.views[this.view].focus?.();
    });
    document.addEventListener('click', (event) => {
      if (!event.target.closest('#menu')) byId('menu').open = false;
    });
  }
}
