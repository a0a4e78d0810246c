import DequeModule

/// The actions that a store has handled and its test has not asserted yet, in order.
// Unchecked: the test store changes it on the main actor, and reads it in its `deinit`, when nothing else can use it.
final class UnassertedActions<Action, Value>: @unchecked Sendable {
  /// An action that was handled.
  struct Entry {
    /// The place of its send, if it is known.
    let site: CallSite?
    let action: Action
    /// The observed value after it was handled.
    let value: Value
  }

  /// The result of waiting for an action.
  enum Receipt {
    /// The action came; those before it are removed too.
    case received(Entry, skipped: [Entry])
    /// Another action came, which is removed.
    case unexpected(Entry)
    /// No action matches; none is removed.
    case nothing
  }

  private(set) var entries: Deque<Entry> = []

  var actions: [Action] { entries.map(\.action) }

  func append(_ entry: Entry) {
    entries.append(entry)
  }

  /// Removes the first action that matches.
  ///
  /// If none does, and all have to be asserted, it removes the first one instead: the test continues after that, so
  /// that one mistake makes one failure.
  func receive(isExhaustive: Bool, where matches: (Action) -> Bool) -> Receipt {
    if let index = entries.firstIndex(where: { matches($0.action) }) {
      let (entry, skipped) = take(at: index)
      return .received(entry, skipped: skipped)
    }
    guard isExhaustive, !entries.isEmpty else { return .nothing }
    return .unexpected(entries.removeFirst())
  }

  /// Removes the first action that was sent at a place, and those before it.
  func take(sentAt site: CallSite) -> (entry: Entry, skipped: [Entry])? {
    entries.firstIndex { $0.site == site }.map { take(at: $0) }
  }

  /// Removes all actions.
  func takeAll() -> [Entry] {
    defer { entries = [] }
    return Array(entries)
  }

  private func take(at index: Int) -> (entry: Entry, skipped: [Entry]) {
    let entry = entries[index]
    let skipped = Array(entries.prefix(index))
    entries.removeFirst(index + 1)
    return (entry, skipped)
  }
}
