import StoreCore

extension Recording {
  /// All events and notes, a line for each, with their times and causes.
  ///
  /// ```text
  ///   300ms  effect search started, launched by typed("sw")
  ///   340ms  handled found(2), sent by effect search
  /// ```
  public var lines: [String] {
    let words = RecordWords(self, Causes(records))
    return (lost > 0 ? ["(\(lost) earlier records are lost)"] : []) + records.compactMap { words.line(for: $0) }
  }

  /// Returns what came from an action or an effect, with all that came from that; `nil` if there is no such record.
  ///
  /// An effect stands there once, by the record of its launch.
  ///
  /// - Parameter number: The number of the record of the action, or of any in the effect's life.
  /// - Returns: The tree.
  public func tree(of number: UInt64) -> RecordTree? {
    let causes = Causes(records)
    guard let first = records.first, number >= first.number, number - first.number < UInt64(records.count) else {
      return nil
    }
    var root = Int(number - first.number)
    if let life = (records[root].event?.kind.effect).flatMap({ causes.lives[$0.token] }) { root = life.launch }
    var children: [Int: [Int]] = [:]
    for (index, record) in records.enumerated() {
      guard let event = record.event, let origin = causes.origin(of: event) else { continue }
      if let info = event.kind.effect, causes.lives[info.token]?.launch != index { continue }
      children[origin, default: []].append(index)
    }
    let words = RecordWords(self, causes)
    var rows: [RecordTree.Row] = []
    // Not by recursion: a chain may have as many links as there are records.
    var open = [(index: root, depth: 0)]
    while let (index, depth) = open.popLast() {
      let line = words.line(for: records[index], depth: depth) ?? ""
      rows.append(RecordTree.Row(record: records[index], depth: depth, line: line))
      open += (children[index] ?? []).reversed().map { ($0, depth + 1) }
    }
    return RecordTree(rows: rows)
  }
}

/// An action or an effect, and what came from it; see ``Recording/tree(of:)``.
public struct RecordTree: Sendable {
  /// A record in a tree.
  public struct Row: Sendable {
    /// The record of an action, of an effect's launch, or of an error or an issue.
    public let record: Record
    /// The number of records from the first one down to this one.
    public let depth: Int
    /// The words for the record.
    let line: String
  }

  /// The records, each before those that came from it.
  public let rows: [Row]
}

extension RecordTree: CustomStringConvertible {
  /// A line for each record, with words that are indented by its depth.
  public var description: String { rows.map(\.line).joined(separator: "\n") }
}
