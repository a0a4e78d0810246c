/// The first place at which engines differ.
struct Difference: Equatable, Sendable {
  /// The value of one engine there; `none` for nothing.
  struct Value: Equatable, Encodable, Sendable {
    var engine: String
    var text: String
  }

  /// The time; the end of the scenario if only the final states differ.
  var time: Duration
  /// The subject: an event, or a part of the screen.
  var subject: String
  /// The value of each engine there, in the order of the engines.
  var values: [Value]
}

extension Difference {
  /// Finds the first of all differences; nil if the engines agree.
  ///
  /// If events and screens differ at the same time, the event counts, because it says more.
  init?(of runs: [RunReport]) {
    let found = [Self.event(runs), Self.screen(runs)].compactMap { $0 }
    guard let least = found.min(by: { $0.time < $1.time }) ?? Self.finalState(runs) else { return nil }
    self = least
  }

  private init(at time: Duration?, _ subject: String, of runs: [RunReport], _ text: (RunReport) -> String?) {
    self.time = time ?? .zero
    self.subject = subject
    values = runs.map { Value(engine: $0.engine, text: text($0) ?? "none") }
  }

  private static func event(_ runs: [RunReport]) -> Difference? {
    guard let index = firstDifference(runs.map(\.events)) else { return nil }
    let time = runs.compactMap { $0.events[at: index]?.time }.min()
    return Difference(at: time, "Event \(index + 1)", of: runs) { $0.events[at: index]?.quoted }
  }

  private static func screen(_ runs: [RunReport]) -> Difference? {
    guard let index = firstDifference(runs.map(\.screens)) else { return nil }
    let time = runs.compactMap { $0.screens[at: index]?.time }.min() ?? .zero
    let screens = runs.map { $0.rows(at: time) }
    let label = screens.joined().map(\.label).first { label in
      screens.contains { $0.value(of: label) != screens[0].value(of: label) }
    }
    return label.map { label in Difference(at: time, label, of: runs) { $0.rows(at: time).value(of: label) } }
  }

  private static func finalState(_ runs: [RunReport]) -> Difference? {
    guard runs.contains(where: { $0.finalState != runs[0].finalState }) else { return nil }
    return Difference(at: runs.map(\.end).max(), "Final state", of: runs, \.finalState.summary)
  }

  /// Returns the first index at which the values differ.
  private static func firstDifference<Element: Equatable>(_ values: [[Element]]) -> Int? {
    (0..<(values.map(\.count).max() ?? 0)).first { index in
      values.contains { $0[at: index] != values[0][at: index] }
    }
  }
}

extension Difference {
  /// Describes the differences from the first engine: for each other one its first differing event and screen, the
  /// values that differ, and the first differing item of each list.
  static func sentences(of runs: [RunReport]) -> [String] { runs.dropFirst().flatMap { sentences(runs[0], $0) } }

  private static func sentences(_ first: RunReport, _ other: RunReport) -> [String] {
    var sentences: [String] = []
    func compare(_ name: String, _ value: String?, _ otherValue: String?) {
      if value == otherValue { return }
      let (value, otherValue) = (value?.printable ?? "none", otherValue?.printable ?? "none")
      sentences.append("\(name): \(first.engine) has \(value), \(other.engine) has \(otherValue).")
    }
    func compareFirst(_ noun: String, _ values: [String], _ others: [String]) {
      guard let index = firstDifference([values, others]) else { return }
      compare("\(noun) \(index + 1)", values[at: index], others[at: index])
    }
    func union(_ names: [String], _ others: [String]) -> [String] { names + others.filter { !names.contains($0) } }

    compareFirst("Event", first.events.map(\.quoted), other.events.map(\.quoted))
    compareFirst("Screen", first.screens.map(\.quoted), other.screens.map(\.quoted))
    let (state, otherState) = (first.finalState, other.finalState)
    for label in union(state.rows.map(\.label), otherState.rows.map(\.label)) {
      compare(label, state.rows.value(of: label), otherState.rows.value(of: label))
    }
    for item in union(state.lists.map(\.item), otherState.lists.map(\.item)) {
      compareFirst(item, state.items(of: item), otherState.items(of: item))
    }
    return sentences
  }
}

extension FinalState {
  /// The values and the number of items of each list, on one line.
  fileprivate var summary: String {
    let parts = rows.map(\.text) + lists.map { "\($0.title): \($0.note)" }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }
}
