/// A scope and its observers.
@MainActor
final class ModelScope {
  let path: [Key]
  let effects: [Key]
  let comparesLog: Bool
  var state: Node
  var hasDeparted = false
  /// What each subscriber has got.
  var heard: [[Node]] = []
  /// The number of listeners for the end, and of their calls.
  var enders = 0
  var endings = 0
  var readings: [ModelReading] = []
  var engines: [ModelEngine] = []
  var followers: [ModelFollower] = []
  /// What a subscriber, or a listener for the end, does at its next call.
  var reaction: ((Model) -> Void)?

  init(_ window: Window, _ state: Node) {
    path = window.path
    effects = window.effects
    comparesLog = window.comparesLog
    self.state = state
  }

  /// Of a child that departed, all children have.
  convenience init(_ window: Window, in parent: ModelScope, _ key: Key) {
    self.init(window, parent.state.children[key] ?? parent.state)
    hasDeparted = parent.hasDeparted
  }

  /// Notes a change of the root.
  ///
  /// - Returns: whether a listener is called.
  func note(_ former: Node, _ root: Node) -> Bool {
    guard !hasDeparted else { return false }
    guard let node = root[path] else {
      hasDeparted = true
      endings = enders
      for follower in followers { follower.noteDeparture(of: self) }
      for reading in readings { reading.isOver = true }
      return true
    }
    let before = state
    state = node
    for follower in followers { follower.note(before, self) }
    guard comparesLog ? node.log != before.log : node != before else { return false }
    for subscriber in heard.indices { heard[subscriber].append(node) }
    for reading in readings { reading.note(node) }
    return true
  }
}

/// A sequence, which keeps the newest value alone.
final class ModelReading {
  let isOfLog: Bool
  private var last: Node
  var pending: Node?
  var isOver: Bool

  init(isOfLog: Bool, _ node: Node, isOver: Bool) {
    self.isOfLog = isOfLog
    self.isOver = isOver
    last = node
    pending = node
  }

  func note(_ node: Node) {
    if isOfLog, node.log == last.log { return }
    last = node
    pending = node
  }

  /// What it has to say, in words; `nil` where a reader would wait.
  func next() -> String?? {
    if let node = pending {
      pending = nil
      return .some(isOfLog ? "\(node.log)" : "\(node)")
    }
    return isOver ? .some(nil) : nil
  }
}

/// An observer that observes again after each change.
@MainActor
final class ModelFollower {
  private let place: Place?
  private(set) var seen: [String] = []

  init(_ place: Place?, _ scope: ModelScope) {
    self.place = place
    seen = [look(at: scope.state)]
  }

  /// Notes a change of the scope's child.
  func note(_ former: Node, _ scope: ModelScope) {
    let isTold =
      switch place {
      case nil: scope.comparesLog ? scope.state.log != former.log : scope.state != former
      case .row(0): scope.state.rows != former.rows
      case let place?: scope.state.key(at: place) != former.key(at: place)
      }
    if isTold { seen.append(look(at: scope.state)) }
  }

  /// Notes that the scope's child has departed, and with it an element in it that is watched itself.
  func noteDeparture(of scope: ModelScope) {
    guard case .row(let id)? = place, id != 0, scope.state.key(at: .row(id)) != nil else { return }
    seen.append(look(at: scope.state))
  }

  private func look(at node: Node) -> String {
    switch place {
    case nil: "\(node)"
    case .row(0): "\(node.rows)"
    case let place?: "\(node.key(at: place).flatMap { node.children[$0].map { [$0.id] } } ?? [])"
    }
  }
}

/// An observation, which ends with one change.
@MainActor
final class ModelWatch {
  enum Kind {
    case state(comparesLog: Bool)
    case log
    case departure
    /// Whether a place of the child's is taken, and by which one; of row 0 the order of the rows.
    case place(Place)
  }

  let path: [Key]
  let kind: Kind
  let number: Int
  private(set) var hasFired = false
  /// Whether it has fired, or its child has departed.
  private(set) var isOver = false

  init(_ number: Int, _ path: [Key], _ kind: Kind) {
    self.number = number
    self.path = path
    self.kind = kind
  }

  func note(_ former: Node, _ root: Node) {
    hasFired = hasChanged(former, root)
    isOver = hasFired || root[path] == nil
  }

  private func hasChanged(_ former: Node, _ root: Node) -> Bool {
    guard let before = former[path] else { return false }
    guard let now = root[path] else {
      // What is in a child that departs departs with it.
      switch kind {
      case .state, .log: return false
      case .departure: return true
      case .place(let place):
        // An element that is there is watched itself.
        if case .row(let id) = place, id != 0 { return before.key(at: place) != nil }
        return false
      }
    }
    return switch kind {
    case .state(let comparesLog): comparesLog ? before.log != now.log : before != now
    case .log: before.log != now.log
    case .departure: false
    case .place(.row(0)): before.rows != now.rows
    case .place(let place): before.key(at: place) != now.key(at: place)
    }
  }
}

/// A store for the guest of a scope, on an engine of its own.
final class ModelEngine {
  private var guest: Int?
  private(set) var events: [String] = []
  var isThere: Bool { guest != nil }

  func change(to node: Node?) {
    let newGuest = node?.key(at: .guest).flatMap { node?.children[$0]?.id }
    guard newGuest != guest else { return }
    if let guest { events.append("end \(guest)") }
    if let newGuest { events.append("make \(newGuest)") }
    guest = newGuest
  }
}

/// Children on engines of their own: one for the guest, and one for each row.
struct ModelEngines {
  /// The guest that has a store, and the rows.
  private var guest: Int?
  private var rows: [Int] = []
  private var nodes: [Key: Node] = [:]
  var guestEvents: [String] = []
  var rowEvents: [String] = []
  /// The values of its part that each child has received.
  var inputs: [Key: [[Int]]] = [:]
  /// Whether a guest sends an action whenever its part changes.
  var answers = false
  private var answerCount = 0

  /// Takes note of a change; returns the actions that children have put out.
  @discardableResult
  mutating func change(to root: Node?) -> [Body] {
    var bodies: [Body] = []

    let newGuest = root?.key(at: .guest).flatMap { root?.children[$0]?.id }
    if newGuest != guest {
      if let guest { guestEvents.append("end \(guest)") }
      if let newGuest { guestEvents.append("make \(newGuest)") }
    }
    let newRows = root?.rows ?? []
    for row in rows where !newRows.contains(row) { rowEvents.append("end \(row)") }
    for row in newRows where !rows.contains(row) { rowEvents.append("make \(row)") }
    var present: [Key: Node] = [:]
    for (key, node) in root?.children ?? [:] {
      switch key {
      case .guest, .row: break
      case .lodger, .table, .route: continue
      }
      present[key] = node
      guard let former = nodes[key], former != node else { continue }
      inputs[key, default: []].append(node.log)
      guard answers, case .guest = key else { continue }
      answerCount += 1
      bodies.append(Body(number: Engines.firstAnswer + answerCount))
    }
    (guest, rows, nodes) = (newGuest, newRows, present)
    return bodies
  }

  var present: Set<Key> { Set(nodes.keys) }
}
