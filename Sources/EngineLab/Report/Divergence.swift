/// Where engines first differ.
package struct Divergence: Equatable, Sendable {
  /// When; the end of the scenario where only the final states differ.
  package var time: Duration

  /// In what: an event, or a part of the screen.
  package var subject: String

  /// What each engine has there, in the order of the engines.
  package var values: [Value]

  /// Creates a divergence.
  package init(time: Duration, subject: String, values: [Value]) {
    self.time = time
    self.subject = subject
    self.values = values
  }

  /// Finds the first of all differences; nil if the engines agree.
  ///
  /// Where events and screens differ at the same time, the event counts: it says more.
  ///
  /// - Parameter runs: What the engines made of one scenario.
  package init?(of runs: [RunReport]) {
    guard let first = runs.first else { return nil }
    let others = runs.dropFirst()
    let events = others.compactMap { Self.event(first, $0, runs) }
    let screens = others.compactMap { Self.screen(first, $0, runs) }
    let found = (events + screens).reduce(nil) { (least: Divergence?, next) in
      guard let least, least.time <= next.time else { return next }
      return least
    }
    guard let found = found ?? Self.finalState(runs) else { return nil }
    self = found
  }

  private static func event(_ first: RunReport, _ other: RunReport, _ runs: [RunReport]) -> Divergence? {
    let indices = 0..<max(first.events.count, other.events.count)
    guard let index = indices.first(where: { first.events[at: $0] != other.events[at: $0] }) else { return nil }
    let times = [first.events[at: index]?.time, other.events[at: index]?.time].compactMap { $0 }
    return Divergence(
      time: times.min() ?? .zero,
      subject: "Event \(index + 1)",
      values: runs.map { Value(engine: $0.engine, text: $0.events[at: index]?.quoted ?? "none") }
    )
  }

  private static func screen(_ first: RunReport, _ other: RunReport, _ runs: [RunReport]) -> Divergence? {
    let marks = first.timeline.screens
    let otherMarks = other.timeline.screens
    let indices = 0..<max(marks.count, otherMarks.count)
    guard let index = indices.first(where: { marks[at: $0] != otherMarks[at: $0] }) else { return nil }
    let time = [marks[at: index]?.time, otherMarks[at: index]?.time].compactMap { $0 }.min() ?? .zero
    let rows = first.timeline.rows(at: time)
    let otherRows = other.timeline.rows(at: time)
    let labels = rows.map(\.label) + otherRows.map(\.label)
    guard let label = labels.first(where: { rows.value(of: $0) != otherRows.value(of: $0) }) else { return nil }
    return Divergence(
      time: time,
      subject: label,
      values: runs.map { Value(engine: $0.engine, text: $0.timeline.rows(at: time).value(of: label) ?? "none") }
    )
  }

  private static func finalState(_ runs: [RunReport]) -> Divergence? {
    guard runs.contains(where: { $0.finalState != runs[0].finalState }) else { return nil }
    return Divergence(
      time: runs.map { max($0.timeline.end, $0.events.last?.time ?? .zero) }.max() ?? .zero,
      subject: "Final state",
      values: runs.map { Value(engine: $0.engine, text: $0.finalState.summary) }
    )
  }
}

extension RunTimeline {
  /// What the user saw at a time.
  fileprivate func rows(at time: Duration) -> [FinalState.Row] {
    screens.last { $0.time <= time }?.rows ?? []
  }
}

extension FinalState {
  /// The values and how many items each list has, on one line.
  fileprivate var summary: String {
    let parts = rows.map { "\($0.label) \($0.value)" } + lists.map { "\($0.title): \($0.note)" }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
  }
}
