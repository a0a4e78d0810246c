/// The runs of each name, by their places in the registry: those that run, those that queue behind them, and one that
/// is held back.
///
/// A queued run starts when fewer of its name run than its limit says, and never before one that has queued longer. A
/// held one starts when somebody says so, and is in nobody's way.
///
/// - Complexity: O(1) for each change, besides hashing the name, and besides what it returns.
package struct RunLines {
  private var lines = RunLineTable()
  private var links = LinkedIndices()
  /// How many may run for a queued run to start.
  private var limits: [Int: Int] = [:]
  /// Names that may have a queued run to start.
  private var due = Queue<EffectID>()
  /// The name of a run that has ended, until its last action was handled: nobody begins in its place before.
  private var landing: EffectID?

  package init() {}

  package subscript(_ id: EffectID) -> RunLine? { lines[id] }

  /// The names in use, in no particular order.
  package var ids: [EffectID] { lines.ids }

  /// The places of a name's running ones, oldest first.
  package func running(_ id: EffectID) -> [Int] {
    lines[id].map { links.indices(of: $0.running) } ?? []
  }

  // MARK: Changes

  /// Makes a run the only one of its name, and returns the line it takes the place of; see ``take(_:)``.
  package mutating func replace(_ id: EffectID, with index: Int) -> RunLine? {
    links.forget(index)
    return lines.replace(id, with: index)
  }

  /// Adds a running one.
  package mutating func append(_ index: Int, to id: EffectID) {
    lines.extend(id) { $0.run(index, &links) }
  }

  /// Adds one that starts when fewer than `limit` of its name run.
  package mutating func queue(_ index: Int, in id: EffectID, limit: Int) {
    lines.extend(id) { $0.queue(index, &links) }
    limits[index] = limit
  }

  /// Adds one that is held back; a name has one of these at most.
  package mutating func hold(_ index: Int, in id: EffectID) {
    lines.extend(id) { $0.hold(index) }
  }

  /// Takes a run out; others may be due then, or at the next ``endLanding()`` if it lands.
  package mutating func remove(_ index: Int, from id: EffectID, lands: Bool = false) {
    guard let line = lines.change(id, { $0.remove(index, &links, &limits) }), line.queuedCount > 0 else { return }
    due.append(id)
    if lands {
      endLanding()
      landing = id
    }
  }

  /// Notes that the last action of a run that has landed was handled.
  package mutating func endLanding() {
    guard let id = landing else { return }
    landing = nil
    due.append(id)
  }

  /// Takes out all of a name.
  ///
  /// The places of its lists are linked until others use them; queued ones have to be forgotten with ``forget(_:)``.
  package mutating func take(_ id: EffectID) -> RunLine? {
    lines.remove(id)
  }

  /// The place after this one in its list, or a negative number.
  package func next(after index: Int) -> Int {
    links.next(after: index)
  }

  /// Forgets what a queued run waited for.
  package mutating func forget(_ index: Int) {
    limits[index] = nil
  }

  /// Notes that there may be a place for a queued run of a name.
  package mutating func noteDue(_ id: EffectID) {
    if let line = lines[id], line.queuedCount > 0 {
      due.append(id)
    }
  }

  /// Lets a queued run be a running one, and returns its place, if there is one whose turn has come.
  package mutating func popDue(places: (EffectID) -> Int = { _ in 0 }) -> Int? {
    while let id = due.first {
      if id != landing, let index = lines[id].flatMap({ firstDue(in: $0, beside: places(id)) }) {
        begin(index, in: id)
        return index
      }
      _ = due.popFirst()
    }
    return nil
  }

  /// Makes a queued run a running one.
  package mutating func begin(_ index: Int, in id: EffectID) {
    _ = lines.change(id) { line in
      line.remove(index, &links, &limits)
      line.run(index, &links)
    }
  }

  private func firstDue(in line: RunLine, beside places: Int) -> Int? {
    guard let limit = limits[line.queued.first] else { return nil }
    return Int(line.runningCount) + places < limit ? line.queued.first : nil
  }

  // MARK: Questions

  /// Whether one of so many starts at once.
  package func hasPlace(in id: EffectID, limit: Int) -> Bool {
    guard let line = lines[id] else { return limit > 0 }
    return line.queuedCount == 0 && line.runningCount < limit
  }

  /// How many running ones may never end so that a queued run still gets its turn.
  ///
  /// - Complexity: O(those that queue in front of it).
  package func tolerance(of index: Int, in id: EffectID) -> Int? {
    guard var limit = limits[index], let line = lines[id] else { return nil }
    for other in links.indices(of: line.queued).prefix(while: { $0 != index }) {
      limit = min(limit, limits[other] ?? limit)
    }
    return limit - 1
  }
}
