import DequeModule

/// The actions that a store has handled and its test has not asserted yet, in order.
struct ActionLedger<Action, Value> {
  /// An action that was handled.
  struct Entry {
    let id: ActionID
    let action: Action
    /// What was observed when it had been handled.
    let value: Value
  }

  /// What comes of waiting for an action.
  enum Receipt {
    /// It came; those that came before it are taken too.
    case received(Entry, skipped: [Entry])
    /// Another one came, which is taken.
    case unexpected(Entry)
    /// Nothing fits; nothing is taken.
    case nothing
  }

  private(set) var entries: Deque<Entry> = []

  var actions: [Action] { entries.map(\.action) }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
  }

  /// Takes the first action that matches.
  ///
  /// Where none does, and all count, the first one is taken in its place: the test goes on behind it then, so that one
  /// mistake makes one failure.
  mutating func receive(isExhaustive: Bool, where matches: (Action) -> Bool) -> Receipt {
    if let index = entries.firstIndex(where: { matches($0.action) }) {
      let (entry, skipped) = take(at: index)
      return .received(entry, skipped: skipped)
    }
    guard isExhaustive, !entries.isEmpty else { return .nothing }
    return .unexpected(entries.removeFirst())
  }

  /// Takes the first action that `isOwn` knows, and those before it.
  mutating func take(where isOwn: (ActionID) -> Bool) -> (entry: Entry, skipped: [Entry])? {
    index(where: isOwn).map { take(at: $0) }
  }

  /// Whether such an action has been handled.
  func contains(where isOwn: (ActionID) -> Bool) -> Bool {
    index(where: isOwn) != nil
  }

  /// Takes all actions.
  mutating func takeAll() -> [Entry] {
    defer { entries = [] }
    return Array(entries)
  }

  private func index(where isOwn: (ActionID) -> Bool) -> Int? {
    entries.firstIndex { isOwn($0.id) }
  }

  private mutating func take(at index: Int) -> (entry: Entry, skipped: [Entry]) {
    let entry = entries[index]
    let skipped = Array(entries.prefix(index))
    entries.removeFirst(index + 1)
    return (entry, skipped)
  }
}
