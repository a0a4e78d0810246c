// A list of any length: the document holds only the rows that are in view. It has the focus itself, and says which row
// is chosen.
class List {
  // `render(element, item)` fills a row, `keyOf(item)` names it, `onSelect(item, byKey)` hears of a choice. In a narrow
  // window a row may be higher.
  constructor(element, { height = 30, narrowHeight = height, render, keyOf, onSelect, onOpen, label }) {
    const narrow = matchMedia('(max-width: 640px)');
    Object.assign(this, { element, height: narrow.matches ? narrowHeight : height, render, keyOf, onSelect, onOpen });
    narrow.addEventListener('change', () => {
      this.height = narrow.matches ? narrowHeight : height;
      this.update(this.items);
    });
    this.items = [];
    this.selected = null;
    this.follows = true;
    this.drawn = new Map();
    this.room = make('div', { className: 'room-of-rows', role: 'presentation' });
    element.append(this.room);
    for (const [name, value] of [['role', 'listbox'], ['tabindex', '0'], ['aria-label', label]]) {
      element.setAttribute(name, value);
    }
    element.addEventListener('scroll', () => {
      this.follows = this.isAtEnd;
      this.draw();
      this.onScroll?.();
    }, { passive: true });
    element.addEventListener('keydown', (event) => this.#moveByKey(event));
    this.room.addEventListener('click', (event) => {
      const row = event.target.closest('.row');
      if (row) this.select(row.item, false);
    });
    new ResizeObserver(() => this.update(this.items)).observe(element);
  }

  get isAtEnd() {
    return this.element.scrollTop + this.element.clientHeight >= this.items.length * this.height - this.height;
  }

  // Shows these items; at the end of the list it goes on with what comes.
  update(items, isNew = false) {
    const follows = this.follows && !isNew;
    this.items = items;
    this.room.style.height = items.length * this.height + 'px';
    if (follows && this.canFollow) this.element.scrollTop = items.length * this.height;
    this.draw(true);
  }

  draw(isChanged = false) {
    const height = this.element.clientHeight;
    if (height === 0) return;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - 4);
    const last = Math.min(this.items.length, Math.ceil((this.element.scrollTop + height) / this.height) + 4);
    const kept = new Map();
    for (let place = first; place < last; place += 1) {
      const item = this.items[place];
      const key = this.keyOf(item);
      let row = this.drawn.get(key);
      const isFresh = row === undefined || row.item !== item;
      if (row === undefined) {
        row = make('div', { className: 'row', role: 'option', id: this.element.id + '-' + key });
        this.room.append(row);
      }
      if (isFresh || (isChanged && this.isLive)) {
        row.item = item;
        row.replaceChildren();
        this.render(row, item);
      }
      row.style.top = place * this.height + 'px';
      row.classList.toggle('odd', place % 2 === 1);
      row.setAttribute('aria-posinset', place + 1);
      row.setAttribute('aria-setsize', this.items.length);
      this.#mark(row, key);
      this.drawn.delete(key);
      kept.set(key, row);
    }
    for (const row of this.drawn.values()) row.remove();
    this.drawn = kept;
    const active = this.selected !== null && kept.get(this.selected);
    if (active) this.element.setAttribute('aria-activedescendant', active.id);
    else this.element.removeAttribute('aria-activedescendant');
  }

  #mark(row, key) {
    const isSelected = key === this.selected;
    row.classList.toggle('selected', isSelected);
    row.setAttribute('aria-selected', isSelected);
  }

  placeOf(key) {
    // A record's key grows with its place; others are few.
    if (typeof key === 'number') {
      const place = firstPlace(this.items.length, (index) => this.keyOf(this.items[index]) >= key);
      return place < this.items.length && this.keyOf(this.items[place]) === key ? place : -1;
    }
    return this.items.findIndex((item) => this.keyOf(item) === key);
  }

  // Marks a row as chosen, and shows it, without telling of it.
  mark(key, shows = true) {
    this.selected = key;
    const place = key === null ? -1 : this.placeOf(key);
    if (place >= 0 && shows) this.show(place);
    this.draw();
  }

  show(place) {
    const top = place * this.height;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight) this.element.scrollTop = top + this.height - clientHeight;
    this.follows = this.isAtEnd;
  }

  showEnd() {
    this.follows = true;
    this.element.scrollTop = this.items.length * this.height;
    this.draw();
  }

  select(item, byKey) {
    this.mark(this.keyOf(item));
    this.onSelect(item, byKey);
  }

  #moveByKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const place = this.selected === null ? -1 : this.placeOf(this.selected);
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    let next;
    if (event.key in steps) {
      const start = Math.floor(this.element.scrollTop / this.height);
      next = place < 0 ? (event.key === 'ArrowUp' ? this.items.length - 1 : start) : place + steps[event.key];
    } else if (event.key === 'Home') next = 0;
    else if (event.key === 'End') next = this.items.length - 1;
    else if (event.key === 'Enter' && place >= 0) {
      event.preventDefault();
      this.onOpen?.(this.items[place]);
      return;
    } else return;
    event.preventDefault();
    next = Math.min(Math.max(next, 0), this.items.length - 1);
    if (next >= 0) this.select(this.items[next], true);
  }
}
