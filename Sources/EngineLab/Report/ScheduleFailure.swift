import StoreSimulation

/// A schedule in which engines differ.
struct ScheduleFailure {
  /// What the schedule can be reproduced by.
  let seed: UInt64
  let differences: [String]
  /// What each engine did, and what was chosen, step by step.
  let traces: [(engine: String, lines: [String])]
  /// What the user did, and in what the plays differ from plain ones, where the schedule was cut down.
  let story: [String]
  /// In what the plays differ from plain ones.
  let deviations: [EngineDeviation]

  /// The report: the seed, the differences and each engine's schedule, ending with a line feed.
  ///
  /// By `command` the schedule can be reproduced; `replay` plays what is left of the scenario, if that becomes a file.
  func text(scenario: String, command: String, replay: String? = nil) -> String {
    var lines = ["\(scenario): the engines differ in the schedule of seed \(seed).", ""]
    lines += differences.map { "  " + $0 }
    if !story.isEmpty {
      lines += ["", "The smallest scenario in which they do:"] + story.map { "  " + $0.printable }
    }
    for trace in traces {
      lines += ["", "What \(trace.engine) did, step by step:"]
      lines += trace.lines.map { "  " + $0.printable }
    }
    lines += ["", "To reproduce it: \(command)"]
    if let replay { lines.append("Without a seed: \(replay)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
