import StoreRecording

/// A scenario with each engine's result: everything that a rendering needs.
struct LabReport: Equatable, Sendable {
  /// The clock by which events were timed.
  enum TimeKind: String, Encodable, Sendable {
    /// A clock that stands still while code runs, so that times are exact and the same in every run.
    case virtual
    case real
  }

  /// The agreement of engines: whether a user could tell them apart.
  enum Agreement: String, Encodable, Sendable {
    case empty, single, agree, differ
  }

  var title: String
  /// The place where the scenario was played, in a few words.
  var setting: String
  var time: TimeKind
  /// The differences of the plays from plain ones, as text.
  var changes: [String] = []
  /// One report per engine, in the order in which the engines ran.
  var runs: [RunReport]
  /// The differences from the first engine, in sentences; empty if all agree.
  var differences: [String] = []

  var agreement: Agreement {
    if !differences.isEmpty { return .differ }
    return runs.isEmpty ? .empty : runs.count == 1 ? .single : .agree
  }

  var firstDifference: Difference? { Difference(of: runs) }

  /// Whether engines with the same result differ after a step: a screen that a later one of its time replaces.
  var differsOnlyOnTheWay: Bool { agreement == .differ && runs.allSatisfy { $0.agrees(with: runs[0]) } }

  /// Returns the names of the other engines with the same result, in their order.
  func peers(of run: RunReport) -> [String] {
    runs.filter { $0.engine != run.engine && $0.agrees(with: run) }.map(\.engine)
  }
}
