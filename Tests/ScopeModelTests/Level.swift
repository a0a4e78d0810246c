import ElmEngine

/// A state that can be compared with the model's ``Node``.
protocol Shape: Identifiable, Equatable, Sendable where ID == Int {
  var id: Int { get set }
  init(id: Int, log: [Int])
  var log: [Int] { get set }
  var stamp: Stamp { get set }
  var node: Node { get }
  /// Changes what an action for itself changes.
  mutating func handleOwn(_ body: Body)
  /// Changes what an action for a child changes, once the child has handled it.
  mutating func note(_ action: NodeAction)
  /// Has a child handle an action, if it is there.
  mutating func change(_ place: Place, _ change: (inout any Shape) -> Void)
  /// The windows on a child of a store of such a state; `nil` where the child is absent.
  @MainActor static func window(
    of store: ScopedStore<Self, NodeAction>,
    _ parent: Window,
    _ place: Place,
    _ look: Look
  )
    -> Window?
  /// Has a store for the guest on an engine of its own, if there is a place for one; returns what holds it.
  @MainActor static func engine(
    of store: ScopedStore<Self, NodeAction>,
    _ make: @escaping @MainActor (Int) -> Engines.Child
  ) -> AnyObject?
  /// Reads what is observed of a place: which child there is, or for row 0 which rows there are.
  @MainActor static func look(at place: Place, in store: ScopedStore<Self, NodeAction>) -> [Int]
}

/// An object that equals all others, but is another one.
final class Stamp: Equatable, Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  static func == (lhs: Stamp, rhs: Stamp) -> Bool { true }
}

/// A child without children.
struct Leaf: Shape {
  var id: Int
  var log: [Int]
  var stamp: Stamp
  /// It makes the state differ from itself.
  var reading = Double.nan

  init(id: Int, log: [Int]) {
    self.id = id
    self.log = log
    stamp = Stamp(log.first ?? 0)
  }

  var node: Node { Node(id: id, log: log, stamp: stamp.number) }

  mutating func handleOwn(_ body: Body) {
    log.append(body.number)
    id = body.newID ?? id
  }

  mutating func note(_ action: NodeAction) {}
  mutating func change(_ place: Place, _ change: (inout any Shape) -> Void) {}

  @MainActor
  static func window(of store: ScopedStore<Leaf, NodeAction>, _ parent: Window, _ place: Place, _ look: Look) -> Window?
  {
    nil
  }

  @MainActor
  static func engine(
    of store: ScopedStore<Leaf, NodeAction>,
    _ make: @escaping @MainActor (Int) -> Engines.Child
  ) -> AnyObject? {
    nil
  }

  @MainActor
  static func look(at place: Place, in store: ScopedStore<Leaf, NodeAction>) -> [Int] { [] }
}

/// A state with a child of each kind.
struct Level<Inner: Shape>: Shape {
  /// A child without an identity, around another one that is always there.
  struct Lodger: Equatable, Sendable {
    var inner: Inner
  }

  /// Cases, one of which has a child.
  enum Route: Equatable, Sendable {
    case none
    case child(Inner)
  }

  var id: Int
  var log: [Int]
  var stamp: Stamp
  var lodger: Lodger?
  var guest: Inner?
  var rows: [Inner] = []
  var table: [Int: Inner] = [:]
  var route = Route.none

  init(id: Int, log: [Int]) {
    self.id = id
    self.log = log
    stamp = Stamp(log.first ?? 0)
  }

  var routed: Inner? {
    get { if case .child(let child) = route { child } else { nil } }
    set { route = newValue.map { .child($0) } ?? .none }
  }

  var node: Node {
    var node = Node(id: id, log: log, stamp: stamp.number)
    node.children[.lodger] = lodger?.inner.node
    if let guest { node.children[.guest(guest.id)] = guest.node }
    for row in rows { node.children[.row(row.id)] = row.node }
    for (key, child) in table { node.children[.table(key)] = child.node }
    if let routed { node.children[.route(routed.id)] = routed.node }
    node.rows = rows.map(\.id)
    return node
  }

  mutating func handleOwn(_ body: Body) {
    log.append(body.number)
    for edit in body.edits { apply(edit) }
    id = body.newID ?? id
  }

  mutating func note(_ action: NodeAction) {
    log.append(-action.body.number)
    if case .own(let body) = action { for edit in body.parentEdits { apply(edit) } }
  }

  mutating func change(_ place: Place, _ change: (inout any Shape) -> Void) {
    func changed(_ child: Inner) -> Inner {
      var shape: any Shape = child
      change(&shape)
      return shape as? Inner ?? child
    }
    switch place {
    case .lodger: if let child = lodger?.inner { lodger?.inner = changed(child) }
    case .guest: guest = guest.map(changed)
    case .row(let id): if let index = rows.firstIndex(where: { $0.id == id }) { rows[index] = changed(rows[index]) }
    case .table(let key): table[key] = table[key].map(changed)
    case .route: routed = routed.map(changed)
    }
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .put(.lodger, let number): lodger = Lodger(inner: Inner(id: 0, log: [number]))
    case .put(.guest(let id), let number): guest = Inner(id: id, log: [number])
    case .put(.table(let id), let number): table[id] = Inner(id: id, log: [number])
    case .put(.route(let id), let number): route = .child(Inner(id: id, log: [number]))
    case .put(.row(let id), let number):
      let child = Inner(id: id, log: [number])
      if let index = rows.firstIndex(where: { $0.id == id }) {
        rows[index] = child
      } else {
        rows.insert(child, at: number % (rows.count + 1))
      }
    case .remove(.lodger): lodger = nil
    case .remove(.guest): guest = nil
    case .remove(.row(let id)): rows.removeAll { $0.id == id }
    case .remove(.table(let id)): table[id] = nil
    case .remove(.route): route = .none
    case .move(let start, let end):
      guard !rows.isEmpty else { return }
      let row = rows.remove(at: start % rows.count)
      rows.insert(row, at: end % (rows.count + 1))
    case .clear:
      lodger = nil
      guest = nil
      rows = []
      table = [:]
      route = .none
    case .stamp(nil, let number): stamp = Stamp(number)
    case .stamp(let place?, let number): change(place) { $0.stamp = Stamp(number) }
    case .putBack:
      // All leave and come back in one action.
      let former = self
      apply(.clear)
      (lodger, guest, rows, table, route) = (former.lodger, former.guest, former.rows, former.table, former.route)
    }
  }
}

/// The state of the store.
struct House: Equatable, Sendable {
  var content = Level<Level<Leaf>>(id: 0, log: [])
  var history: History<Level<Level<Leaf>>>

  init(clock: any Clock<Duration>) {
    history = History(limit: 4, clock: clock)
  }
}

// MARK: Reducers

extension ComposedReducer where State == House, Action == NodeAction {
  @MainActor
  static func house(_ cues: Cues) -> ComposedReducer {
    let leaf = ComposedReducer<Leaf, NodeAction> { leaf, action in
      leaf.handleOwn(action.body)
      return action.body.effect(cues)
    }
    let content = Level.reducer(of: Level.reducer(of: leaf, cues), cues)
    return ComposedReducer { _, _ in .none }
      .lifting(
        content,
        at: Child(\.content, id: "content") {
          $0
        } extract: {
          $0
        }
      )
      .undoable(\.content, history: \.history) { $0.body.rule }
  }
}

extension Level {
  @MainActor
  static func reducer(of child: ComposedReducer<Inner, NodeAction>, _ cues: Cues) -> ComposedReducer<Level, NodeAction>
  {
    let lodger = ComposedReducer<Lodger, NodeAction> { _, _ in .none }
      .lifting(
        child,
        at: Child(\.inner, id: "inner") {
          $0
        } extract: {
          $0
        }
      )
    return ComposedReducer<Level, NodeAction> { level, action in
      switch action {
      case .own(let body):
        level.handleOwn(body)
        return body.effect(cues)
      case .child(_, let action):
        level.note(action)
        return .none
      }
    }
    .lifting(
      lodger,
      at: Child(\.lodger, id: "lodger") {
        .child(.lodger, $0)
      } extract: {
        if case .child(.lodger, let action) = $0 { action } else { nil }
      }
    )
    .lifting(
      child,
      at: Child(\.guest, id: "guest") {
        .child(.guest, $0)
      } extract: {
        if case .child(.guest, let action) = $0 { action } else { nil }
      }
    )
    .lifting(
      child,
      at: ChildList(\.rows, id: "rows") {
        .child(.row($0), $1)
      } extract: {
        if case .child(.row(let id), let action) = $0 { (id, action) } else { nil }
      }
    )
    .lifting(
      child,
      at: ChildList(\.table, id: "table") {
        .child(.table($0), $1)
      } extract: {
        if case .child(.table(let id), let action) = $0 { (id, action) } else { nil }
      }
    )
    .lifting(
      child,
      at: Child(\.routed, id: "route") {
        .child(.route, $0)
      } extract: {
        if case .child(.route, let action) = $0 { action } else { nil }
      }
    )
  }
}

// MARK: Scopes

extension Level {
  @MainActor
  static func window(
    of store: ScopedStore<Level, NodeAction>,
    _ parent: Window,
    _ place: Place,
    _ look: Look
  ) -> Window? {
    let hasID = look != .withoutID && parent.hasID
    let embed: @Sendable (NodeAction) -> NodeAction = { .child(place, $0) }
    let extract: @MainActor @Sendable (NodeAction) -> NodeAction? = {
      if case .child(place, let action) = $0 { action } else { nil }
    }
    func id(_ id: String) -> EffectID? { hasID ? EffectID(id) : nil }
    let isSame: @MainActor (Inner, Inner) -> Bool = { $0.node.log == $1.node.log }
    let child: ScopedStore<Inner, NodeAction>?
    switch place {
    case .lodger:
      let lodger = store.scope(Child(\.lodger, id: id("lodger"), embed: embed, extract: extract))
      let inner = Child(\Lodger.inner, id: id("inner")) { (action: NodeAction) in
        action
      } extract: {
        $0
      }
      child = look == .compared ? lodger?.scope(inner, by: isSame) : lodger?.scope(inner)
    case .guest:
      let guest = Child(\Level.guest, id: id("guest"), embed: embed, extract: extract)
      child = look == .compared ? store.scope(guest, by: isSame) : store.scope(guest)
    case .row(let row):
      let rows = ChildList(\Level.rows, id: id("rows")) { (id, action) in
        NodeAction.child(.row(id), action)
      } extract: {
        if case .child(.row(let id), let action) = $0 { (id, action) } else { nil }
      }
      child =
        switch look {
        case .compared: store.scope(rows, element: row, by: isSame)
        case .amongAll: store.scopes(rows).first { $0.id == row }
        default: store.scope(rows, element: row)
        }
    case .table(let key):
      let table = ChildList(\Level.table, id: id("table")) { (key, action) in
        NodeAction.child(.table(key), action)
      } extract: {
        if case .child(.table(let key), let action) = $0 { (key, action) } else { nil }
      }
      child = store.scope(table, element: key)
    case .route:
      let route = Child(\Level.routed, id: id("route"), embed: embed, extract: extract)
      child = look == .compared ? store.scope(route, by: isSame) : store.scope(route)
    }
    return child.map { Window($0, parent, place, look) }
  }

  @MainActor
  static func engine(
    of store: ScopedStore<Level, NodeAction>,
    _ make: @escaping @MainActor (Int) -> Engines.Child
  ) -> AnyObject? {
    store.child(\.guest, make: { make($0.id) })
  }

  @MainActor
  static func look(at place: Place, in store: ScopedStore<Level, NodeAction>) -> [Int] {
    switch place {
    case .lodger: store.scope(\.lodger) { $0 }.map { _ in [0] } ?? []
    case .guest: store.scope(\.guest) { $0 }.map { [$0.id] } ?? []
    case .row(let id) where id == 0: store.scopes(\.rows) { $1 }.map(\.id)
    case .row(let id): store.scope(\.rows, element: id) { $1 }.map { [$0.id] } ?? []
    case .table(let id): store.scope(\.table[id]) { $0 }.map { [$0.id] } ?? []
    case .route: store.scope(\.routed) { $0 }.map { [$0.id] } ?? []
    }
  }
}
