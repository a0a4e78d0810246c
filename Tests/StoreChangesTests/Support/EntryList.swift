import StoreChanges

/// Keeps what a log tells.
@MainActor
final class EntryList {
  private(set) var all: [ChangeLog.Entry] = []

  nonisolated init() {}

  /// All that was told, line by line.
  var lines: [String] {
    all.flatMap { "\($0)".split(separator: "\n").map(String.init) }
  }

  func add(_ entry: ChangeLog.Entry) {
    all.append(entry)
  }
}
