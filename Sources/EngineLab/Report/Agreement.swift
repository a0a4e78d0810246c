/// Whether engines made the same of a scenario.
///
/// Engines agree when the user could not tell them apart: the same events at the same times, and the same query, hits,
/// number of hits and skipped files at the end. The totals do not count: paradigms differ in how many actions they need.
package enum Agreement: Equatable, Sendable {
  /// No engine ran.
  case empty
  /// One engine ran.
  case single
  /// All engines agree.
  case agree
  /// What differs from the first engine: for each other engine its first differing event and results.
  case differ([String])

  /// Compares every run with the first.
  package init(of runs: [RunReport]) {
    guard let first = runs.first else {
      self = .empty
      return
    }
    if runs.count == 1 {
      self = .single
      return
    }
    let differences = runs.dropFirst().flatMap { Self.differences(first, $0) }
    self = differences.isEmpty ? .agree : .differ(differences)
  }

  private static func differences(_ first: RunReport, _ other: RunReport) -> [String] {
    var differences: [String] = []
    func compare<Value: Equatable>(_ name: String, _ value: Value, _ otherValue: Value, as text: (Value) -> String) {
      if value == otherValue { return }
      differences.append(
        "\(name): \(first.engine) has \(text(value)), \(other.engine) has \(text(otherValue))."
      )
    }
    let count = max(first.events.count, other.events.count)
    if let index = (0..<count).first(where: { first.events[at: $0] != other.events[at: $0] }) {
      compare("Event \(index + 1)", first.events[at: index], other.events[at: index]) { event in
        event.map { "'\($0.kind.text)' at \($0.time.shortText)" } ?? "none"
      }
    }
    compare("Query", first.query, other.query) { "\"\($0.printable)\"" }
    compare("Hits", first.totalHits, other.totalHits) { "\($0)" }
    let shown = max(first.hits.count, other.hits.count)
    if let index = (0..<shown).first(where: { first.hits[at: $0] != other.hits[at: $0] }) {
      compare("Hit \(index + 1)", first.hits[at: index], other.hits[at: index]) { $0?.description ?? "none" }
    }
    let skipped = max(first.skipped.count, other.skipped.count)
    if let index = (0..<skipped).first(where: { first.skipped[at: $0] != other.skipped[at: $0] }) {
      compare("Skipped file \(index + 1)", first.skipped[at: index], other.skipped[at: index]) {
        $0?.description ?? "none"
      }
    }
    return differences
  }
}
