import StoreRecording

/// Keeps the entries of a log.
@MainActor
final class EntryList {
  private(set) var all: [ChangeLog.Entry] = []

  nonisolated init() {}

  /// All entries, line by line.
  var lines: [String] {
    all.flatMap { "\($0)".split(separator: "\n").map(String.init) }
  }

  func add(_ entry: ChangeLog.Entry) {
    all.append(entry)
  }
}
