/// Whether engines made the same of a scenario.
///
/// Engines agree when the user could not tell them apart: the same events at the same times, the same screen at the end of
/// each moment, and the same final state. The totals do not count: paradigms differ in how many actions they need.
package enum Agreement: Equatable, Sendable {
  /// No engine ran.
  case empty
  /// One engine ran.
  case single
  /// All engines agree.
  case agree
  /// What differs from the first engine: for each other engine its first differing event, and the values that differ.
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
    func compare(_ name: String, _ value: String?, _ otherValue: String?) {
      if value == otherValue { return }
      let value = value?.printable ?? "none"
      let otherValue = otherValue?.printable ?? "none"
      differences.append("\(name): \(first.engine) has \(value), \(other.engine) has \(otherValue).")
    }
    func compareFirst(_ noun: String, _ values: [String], _ otherValues: [String]) {
      let indices = 0..<max(values.count, otherValues.count)
      guard let index = indices.first(where: { values[at: $0] != otherValues[at: $0] }) else { return }
      compare("\(noun) \(index + 1)", values[at: index], otherValues[at: index])
    }

    compareFirst("Event", first.events.map(\.quoted), other.events.map(\.quoted))
    compareFirst("Screen", first.timeline.screens.map(\.quoted), other.timeline.screens.map(\.quoted))
    let state = first.finalState
    let otherState = other.finalState
    for label in inOrder(state.rows.map(\.label), otherState.rows.map(\.label)) {
      compare(label, state.value(of: label), otherState.value(of: label))
    }
    for item in inOrder(state.lists.map(\.item), otherState.lists.map(\.item)) {
      compareFirst(item, state.items(of: item), otherState.items(of: item))
    }
    return differences
  }

  /// The names of both, each once.
  private static func inOrder(_ names: [String], _ others: [String]) -> [String] {
    names + others.filter { !names.contains($0) }
  }
}
