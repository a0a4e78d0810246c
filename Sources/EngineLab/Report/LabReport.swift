import StoreTimeline

/// A scenario with what each engine made of it: all that a rendering needs.
struct LabReport: Equatable, Sendable {
  /// The clock by which events were timed.
  enum TimeKind: String, Encodable, Sendable {
    /// A clock that stands still while code runs, so that times are exact and the same in every run.
    case virtual
    case real
  }

  /// Whether engines made the same of a scenario, so that the user could not tell them apart.
  enum Agreement: String, Encodable, Sendable {
    case empty, single, agree, differ
  }

  var title: String
  /// Where the scenario was played, in a few words.
  var setting: String
  var time: TimeKind
  /// In what the plays differ from plain ones, in words.
  var changes: [String] = []
  /// One report per engine, in the order in which the engines ran.
  var runs: [RunReport]
  /// What differs from the first engine, in sentences; nothing where all agree.
  var differences: [String] = []

  var agreement: Agreement {
    if !differences.isEmpty { return .differ }
    return runs.isEmpty ? .empty : runs.count == 1 ? .single : .agree
  }

  var firstDifference: Difference? { Difference(of: runs) }

  /// The names of the other engines that made the same of the scenario as this one, in their order.
  func peers(of run: RunReport) -> [String] {
    runs.filter { $0.engine != run.engine && $0.agrees(with: run) }.map(\.engine)
  }
}
