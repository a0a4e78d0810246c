// A state as a tree, whose parts are asked for as they are opened.
class StateTree {
  // `load(path)` answers with a part of the state, and its parts.
  constructor(element, load) {
    Object.assign(this, { element, load });
    element.addEventListener('keydown', (event) => this.#moveByKey(event));
    element.addEventListener('click', (event) => {
      const row = event.target.closest('.tree-row');
      if (row) this.#toggle(row.parentNode);
    });
  }

  // Shows a state, and opens what was open before if it is still there.
  show(tree, path = '') {
    const open = new Set([...this.element.querySelectorAll('[aria-expanded=true]')].map((node) => node.path));
    const root = make('ul', { className: 'tree', role: 'tree', 'aria-label': 'State' });
    root.append(this.#node(tree, path, path === '' ? 'State' : path, 0));
    this.element.replaceChildren(root);
    const first = root.firstElementChild;
    first.querySelector('.tree-row').tabIndex = 0;
    this.#open(first);
    for (const node of root.querySelectorAll('li')) if (open.has(node.path)) this.#open(node);
  }

  #canOpen(part) { return (part.children?.length ?? 0) > 0 || (part.leftOut ?? 0) > 0; }

  #node(part, path, name, level) {
    const canOpen = this.#canOpen(part);
    const isValue = !canOpen;
    const row = make(
      'div', { className: 'tree-row', tabindex: '-1' },
      make('span', { className: 'twist', 'aria-hidden': 'true', text: canOpen ? '▸' : '' }),
      make('span', { className: 'part-name', text: name.replace(/^\./, '') }),
      make('span', { className: isValue ? 'part-value' : 'part-count muted', text: part.text + (part.isCut ? ' …' : '') }),
      make('span', { className: 'part-type muted', text: part.type }),
    );
    const node = make('li', { role: 'treeitem', 'aria-level': level + 1 }, row);
    if (canOpen) node.setAttribute('aria-expanded', 'false');
    row.style.paddingLeft = level * 18 + 8 + 'px';
    Object.assign(node, { content: part, path, level });
    return node;
  }

  async #open(node) {
    if (node.getAttribute('aria-expanded') !== 'false') return;
    node.setAttribute('aria-expanded', 'true');
    node.querySelector('.twist').textContent = '▾';
    let part = node.content;
    // A part at the edge of an answer has to be asked for.
    if (part.children.length === 0 && part.leftOut > 0) {
      try {
        part = (await this.load(node.path)).tree;
      } catch (error) {
        part = { children: [], leftOut: 0 };
        node.append(make('p', { className: 'muted', text: error.message }));
      }
    }
    const group = make('ul', { role: 'group' });
    for (const child of part.children) {
      group.append(this.#node(child, node.path + child.name, child.name, node.level + 1));
    }
    if (part.leftOut > 0) {
      const text = 'and ' + numberText(part.leftOut) + ' more: find one by its value or name, above';
      const more = make('li', { className: 'more muted', role: 'none', text });
      more.style.paddingLeft = (node.level + 1) * 18 + 26 + 'px';
      group.append(more);
    }
    node.append(group);
  }

  #close(node) {
    node.setAttribute('aria-expanded', 'false');
    node.querySelector('.twist').textContent = '▸';
    node.querySelector(':scope > ul')?.remove();
  }

  #toggle(node) {
    const state = node.getAttribute('aria-expanded');
    if (state === 'true') this.#close(node);
    else if (state === 'false') this.#open(node);
    this.#focus(node.querySelector('.tree-row'));
  }

  #focus(row) {
    if (!row) return;
    for (const other of this.element.querySelectorAll('.tree-row[tabindex="0"]')) other.tabIndex = -1;
    row.tabIndex = 0;
    row.focus();
  }

  #moveByKey(event) {
    const row = event.target.closest('.tree-row');
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...this.element.querySelectorAll('.tree-row')];
    const place = rows.indexOf(row);
    const node = row.parentNode;
    const isOpen = node.getAttribute('aria-expanded');
    const actions = {
      ArrowDown: () => this.#focus(rows[place + 1]), ArrowUp: () => this.#focus(rows[place - 1]),
      Home: () => this.#focus(rows[0]), End: () => this.#focus(rows[rows.length - 1]),
      ArrowRight: () => (isOpen === 'false' ? this.#open(node) : isOpen === 'true' && this.#focus(rows[place + 1])),
      ArrowLeft: () => (isOpen === 'true' ? this.#close(node)
        : this.#focus(node.parentNode.closest('li')?.querySelector('.tree-row'))),
      Enter: () => this.#toggle(node), ' ': () => this.#toggle(node),
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  }
}
