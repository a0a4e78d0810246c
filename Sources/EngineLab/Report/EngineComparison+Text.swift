import StoreSimulation

/// The parts of a play that engines have to agree on: all that a user can see of it.
///
/// The totals do not count: paradigms differ in how many actions they need.
struct RunObservation: Equatable {
  let report: RunReport

  static func == (first: RunObservation, second: RunObservation) -> Bool {
    first.report.events == second.report.events && first.report.screens == second.report.screens
      && first.report.finalState.values == second.report.finalState.values
  }
}

extension EngineComparison<RunObservation> {
  /// What each engine made of the scenario.
  var reports: [RunReport] { runs.compactMap(\.observations.last?.report) }

  /// What differs from the first engine; nothing where all agree.
  var differences: [String] {
    guard let step = divergence?.step else { return [] }
    // Where all come to the same in the end, what they have differed in on the way.
    let differences = Difference.sentences(of: reports)
    return differences.isEmpty ? Difference.sentences(of: runs.map { $0.observations[step].report }) : differences
  }

  /// The report of a schedule in which engines differ: its seed, the differences and what each engine did.
  ///
  /// By `command` the schedule can be reproduced; `replay` plays what is left of a schedule that was cut down.
  func text(title: String, seed: UInt64, command: String, replay: String?) -> String {
    var lines = ["\(title): the engines differ in the schedule of seed \(seed).", ""]
    lines += differences.map { "  " + $0 }
    if replay != nil, !story.isEmpty {
      lines += ["", "The smallest scenario in which they do:"] + story.map { "  " + $0.printable }
    }
    for run in runs {
      lines += ["", "What \(run.engine) did, step by step:"] + run.trace.map { "  " + $0.printable }
    }
    lines += ["", "To reproduce it: \(command)"]
    if let replay { lines.append("Without a seed: \(replay)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
