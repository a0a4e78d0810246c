import DequeModule

/// The runs of each name, by their places in the registry: those that run, those that queue behind them, and one that
/// is held back.
///
/// A queued run starts when fewer of its name run than its limit says, and never before one that has queued longer. A
/// held one starts when somebody says so, and is in nobody's way.
///
/// - Complexity: O(1) for each change, besides hashing the name, and besides what it returns.
package struct RunLines {
  package struct Line {
    package fileprivate(set) var running = LinkedIndices.List()
    package fileprivate(set) var queued = LinkedIndices.List()
    package fileprivate(set) var runningCount: Int32 = 0
    package fileprivate(set) var queuedCount: Int32 = 0
    fileprivate var heldIndex: Int32 = -1

    /// The place of the run that is held back.
    package var held: Int? { heldIndex < 0 ? nil : Int(heldIndex) }

    fileprivate var isEmpty: Bool { runningCount == 0 && queuedCount == 0 && heldIndex < 0 }

    fileprivate mutating func run(_ index: Int, _ links: inout LinkedIndices) {
      links.append(index, to: &running)
      runningCount += 1
    }

    fileprivate mutating func queue(_ index: Int, _ links: inout LinkedIndices) {
      links.append(index, to: &queued)
      queuedCount += 1
    }

    fileprivate mutating func remove(_ index: Int, _ links: inout LinkedIndices, _ limits: inout [Int: Int]) {
      if held == index {
        heldIndex = -1
      } else if queuedCount > 0, limits.removeValue(forKey: index) != nil {
        links.remove(index, from: &queued)
        queuedCount -= 1
      } else {
        links.remove(index, from: &running)
        runningCount -= 1
      }
    }

    fileprivate mutating func hold(_ index: Int) {
      // An index of a slab: see `LinkedIndices`.
      heldIndex = Int32(truncatingIfNeeded: index)
    }
  }

  private var lines: [EffectID: Line] = [:]
  private var links = LinkedIndices()
  /// How many may run for a queued run to start.
  private var limits: [Int: Int] = [:]
  /// Names that may have a queued run to start.
  private var due: Deque<EffectID> = []
  /// The name of a run that has ended, until its last action was handled: nobody begins in its place before.
  private var landing: EffectID?

  package init() {}

  package subscript(_ id: EffectID) -> Line? { lines[id] }

  /// The names in use, in no particular order.
  package var ids: [EffectID] { Array(lines.keys) }

  /// The places of a name's running ones, oldest first.
  package func running(_ id: EffectID) -> [Int] {
    lines[id].map { links.indices(of: $0.running) } ?? []
  }

  // MARK: Changes

  /// Makes a run the only one of its name, and returns the line it takes the place of; see ``take(_:)``.
  package mutating func replace(_ id: EffectID, with index: Int) -> Line? {
    var line = Line()
    line.run(index, &links)
    return lines.updateValue(line, forKey: id)
  }

  /// Adds a running one.
  package mutating func append(_ index: Int, to id: EffectID) {
    lines[id, default: Line()].run(index, &links)
  }

  /// Adds one that starts when fewer than `limit` of its name run.
  package mutating func queue(_ index: Int, in id: EffectID, limit: Int) {
    lines[id, default: Line()].queue(index, &links)
    limits[index] = limit
  }

  /// Adds one that is held back; a name has one of these at most.
  package mutating func hold(_ index: Int, in id: EffectID) {
    lines[id, default: Line()].hold(index)
  }

  /// Takes a run out; others may be due then, or at the next ``endLanding()`` if it lands.
  package mutating func remove(_ index: Int, from id: EffectID, lands: Bool = false) {
    guard let position = lines.index(forKey: id) else { return }
    lines.values[position].remove(index, &links, &limits)
    if lines.values[position].isEmpty {
      lines.remove(at: position)
    } else if lines.values[position].queuedCount > 0 {
      due.append(id)
      if lands {
        endLanding()
        landing = id
      }
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
  package mutating func take(_ id: EffectID) -> Line? {
    lines.removeValue(forKey: id)
  }

  /// The place after this one in its list, or a negative number.
  package func next(after index: Int) -> Int {
    links.next(after: index)
  }

  /// Forgets what a queued run waited for.
  package mutating func forget(_ index: Int) {
    limits[index] = nil
  }

  /// Lets a queued run be a running one, and returns its place, if there is one whose turn has come.
  package mutating func popDue() -> Int? {
    while let id = due.first {
      if id != landing, let position = lines.index(forKey: id), let index = firstDue(in: lines.values[position]) {
        lines.values[position].remove(index, &links, &limits)
        lines.values[position].run(index, &links)
        return index
      }
      due.removeFirst()
    }
    return nil
  }

  private func firstDue(in line: Line) -> Int? {
    guard let limit = limits[line.queued.first] else { return nil }
    return line.runningCount < limit ? line.queued.first : nil
  }

  // MARK: Questions

  /// Whether one of so many starts at once.
  package func hasPlace(in id: EffectID, limit: Int) -> Bool {
    guard let line = lines[id] else { return true }
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
