/// A store with children and scopes, said as simply as possible.
@MainActor
final class Model {
  var root = Node(id: 0, log: [])
  /// The effects that run, in the order of their launches.
  var live: [Run] = []
  /// What waits to be handled.
  var messages: [Message] = []
  var scopes: [ModelScope] = []
  var engines = ModelEngines()
  var watches: [ModelWatch] = []
  /// The numbers of the watches that have fired.
  var fired: [Int] = []
  var watchCount = 0
  /// The actions that were reported, as ones for an absent child.
  var issues: [String] = []
  var isStopped = false
  /// Whether effects are those of the children that have caused them; else they are the store's.
  var isLifting = true
  var now = 0

  private var past: [(root: Node, mark: Int?)] = []
  private var future: [Node] = []
  /// The time of the newest change of the open group.
  private var groupTime: Int?
  private var marks = 0

  var undoCount: Int { past.count }
  var redoCount: Int { future.count }

  final class Run {
    let launch: Launch
    /// The child that it belongs to.
    let path: [Key]
    /// Where the actions go that it sends.
    let places: [Place]
    /// The steps of the history that have caused it.
    let marks: Set<Int>
    /// The child with whose scopes it ends.
    let owner: [Key]?
    let due: Int?
    var isCancelled = false
    /// Whether it has a cue to finish.
    var isFinished = false

    init(_ launch: Launch, _ path: [Key], _ places: [Place], marks: Set<Int>, owner: [Key]?, now: Int) {
      self.launch = launch
      self.path = path
      self.places = places
      self.marks = marks
      self.owner = owner
      due = if case .delayed(_, _, let wait, _) = launch { now + wait } else { nil }
    }
  }

  enum Message {
    case action([Place], Body, of: Run?)
    case end(Run)
    case launch(Launch, ModelScope)
  }

  // MARK: Moves

  func send(_ places: [Place], _ body: Body) {
    messages.append(.action(places, body, of: nil))
    handleMessages()
  }

  func handleMessages() {
    while !messages.isEmpty {
      switch messages.removeFirst() {
      case .action(let places, let body, let run):
        if run?.isCancelled != true { handle(places, body, marks: run?.marks ?? []) }
      case .end(let run):
        guard !run.isCancelled else { continue }
        live.removeAll { $0 === run }
        if case .delayed(_, _, _, let body) = run.launch { handle(run.places, body, marks: run.marks) }
      case .launch(let launch, let scope):
        guard !isStopped, !scope.hasDeparted else { continue }
        start(launch, scope.effects, scope.path.map(\.place), marks: [], owner: scope.path)
      }
    }
  }

  func advance(by milliseconds: Int) {
    handleMessages()
    let end = now + milliseconds
    while let next = live.filter({ $0.due ?? .max <= end }).min(by: { ($0.due ?? 0) < ($1.due ?? 0) }) {
      now = next.due ?? 0
      messages.append(.end(next))
      handleMessages()
    }
    now = end
  }

  /// Changes the state without an action, of which a history knows nothing.
  func write(_ edits: [Edit]) {
    let former = root
    for edit in edits { root.apply(edit) }
    tell(former)
    end { $0.owner.map { root[$0] == nil } ?? false }
  }

  /// Launches an effect behind what waits.
  func launch(_ launch: Launch, in scope: ModelScope) {
    if scope.hasDeparted { issues.append("an effect") } else { messages.append(.launch(launch, scope)) }
  }

  func give(_ cue: Cues.Cue, to run: Run) {
    switch cue {
    case .send(let bodies): messages += bodies.map { .action(run.places, $0, of: run) }
    case .finish:
      run.isFinished = true
      messages.append(.end(run))
    }
  }

  func cancel(_ cancel: Body.Cancel, in path: [Key]) {
    switch cancel {
    case .name(let name): end { $0.path == path && $0.launch.name == name }
    case .all: end { $0.path.starts(with: path) }
    case .child(let key): end { $0.path.starts(with: path + [key]) }
    }
  }

  func stop() {
    handleMessages()
    guard !isStopped else { return }
    isStopped = true
    end { _ in true }
    engines.change(to: nil)
    changeScopeEngines()
  }

  func start() {
    handleMessages()
    guard isStopped else { return }
    isStopped = false
    engines.change(to: root)
    changeScopeEngines()
  }

  // MARK: Handling

  private func handle(_ places: [Place], _ body: Body, marks causes: Set<Int>) {
    guard !isStopped else { return }
    let former = root
    var marks = causes
    var cancelled: Int?
    switch body.history {
    case .undo: cancelled = undo(keepsEffects: body.keepsEffects)
    case .redo: redo(keepsEffects: body.keepsEffects).map { _ = marks.insert($0) }
    case .ignore, .record, .recordInGroup, .clear: break
    }
    var path: [Key] = []
    let isThere = Self.deliver(body, to: &root, places[...], &path)
    if !isThere, isLifting { issues.append("\(body.number)") }
    switch body.history {
    case .record, .recordInGroup: record(former, body).map { _ = marks.insert($0) }
    case .clear: (past, future, groupTime) = ([], [], nil)
    case .ignore, .undo, .redo: break
    }

    tell(former)
    // Children that have left, then what an undone step has caused; then what the action's own reducer returns.
    end { root[$0.path] == nil || $0.owner.map { root[$0] == nil } ?? false }
    if let cancelled { end { $0.marks.contains(cancelled) } }
    guard isThere, !isLifting || root[path] != nil else { return }
    if !isLifting { path = [] }
    if let cancel = body.cancel { self.cancel(cancel, in: path) }
    for launch in body.launches { start(launch, path, places, marks: marks, owner: nil) }
  }

  /// Gives an action to the child that it is for, and then to those around it.
  ///
  /// - Returns: whether the child is there.
  private static func deliver(
    _ body: Body,
    to node: inout Node,
    _ places: ArraySlice<Place>,
    _ path: inout [Key]
  ) -> Bool {
    guard let place = places.first else {
      node.log.append(body.number)
      // A leaf has no children.
      if path.count < 2 { for edit in body.edits { node.apply(edit) } }
      return true
    }
    var isThere = false
    if let key = node.key(at: place), var child = node.children[key] {
      path.append(key)
      isThere = deliver(body, to: &child, places.dropFirst(), &path)
      node.children[key] = child
      if places.count == 1, let id = body.newID, let newKey = node.rename(key, to: id) {
        // What an element returns that gives itself another id never starts; that of an optional child is the new one's.
        if case .row = key {} else { path[path.count - 1] = newKey }
      }
    }
    node.log.append(-body.number)
    if places.count == 1 { for edit in body.parentEdits { node.apply(edit) } }
    return isThere
  }

  private func start(_ launch: Launch, _ path: [Key], _ places: [Place], marks: Set<Int>, owner: [Key]?) {
    var replaces = true
    if case .cued(_, _, let isConcurrent) = launch { replaces = !isConcurrent }
    if let name = launch.name, replaces { end { $0.path == path && $0.launch.name == name } }
    live.append(Run(launch, path, places, marks: marks, owner: owner, now: now))
  }

  private func end(_ isEnding: (Run) -> Bool) {
    for run in live where isEnding(run) { run.isCancelled = true }
    live.removeAll(where: \.isCancelled)
  }

  // MARK: History

  private func record(_ former: Node, _ body: Body) -> Int? {
    guard root != former else { return nil }
    future = []
    let isPart = body.history == .recordInGroup && groupTime.map { now - $0 <= 10 } ?? false
    if !isPart { past = Array((past + [(former, nil)]).suffix(4)) }
    groupTime = body.history == .recordInGroup ? now : nil
    return markNewest(unless: body.keepsEffects)
  }

  private func markNewest(unless keepsEffects: Bool) -> Int? {
    guard !keepsEffects, let last = past.indices.last else { return nil }
    marks += 1
    let mark = past[last].mark ?? marks
    past[last].mark = mark
    return mark
  }

  private func undo(keepsEffects: Bool) -> Int? {
    groupTime = nil
    guard let step = past.popLast() else { return nil }
    future.append(root)
    root = step.root
    return keepsEffects ? nil : step.mark
  }

  private func redo(keepsEffects: Bool) -> Int? {
    groupTime = nil
    guard let next = future.popLast() else { return nil }
    past.append((root, nil))
    root = next
    return markNewest(unless: keepsEffects)
  }

  // MARK: Telling

  private func changeScopeEngines() {
    for scope in scopes {
      let node = isStopped || scope.hasDeparted ? nil : root[scope.path]
      for engine in scope.engines { engine.change(to: node) }
    }
  }

  private func tell(_ former: Node) {
    guard former != root else { return }
    let told = scopes.filter { $0.note(former, root) }
    changeScopeEngines()
    for watch in watches {
      watch.note(former, root)
      if watch.hasFired { fired.append(watch.number) }
    }
    watches.removeAll(where: \.isOver)
    // While the store rests there are none.
    let bodies = engines.change(to: isStopped ? nil : root)
    messages += bodies.map { .action([], $0, of: nil) }
    for scope in told {
      if let reaction = scope.reaction.take() { reaction(self) }
    }
  }
}

extension Optional {
  fileprivate mutating func take() -> Wrapped? {
    defer { self = nil }
    return self
  }
}
