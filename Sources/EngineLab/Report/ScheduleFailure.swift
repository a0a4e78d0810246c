import StoreSimulation

/// A schedule in which engines differ.
struct ScheduleFailure {
  /// What one engine did, and what was chosen, step by step.
  struct Trace {
    let engine: String
    let lines: [String]
  }

  /// What the schedule can be reproduced by.
  let seed: UInt64
  let differences: [String]
  let traces: [Trace]
  /// What the user did, and in what the plays differ from plain ones, where the schedule was cut down.
  let story: [String]
  /// In what the plays differ from plain ones.
  let deviations: [EngineDeviation]

  /// The report: the seed, the differences and each engine's schedule.
  ///
  /// - Parameters:
  ///   - scenario: The scenario's title.
  ///   - command: The command by which the schedule can be reproduced.
  ///   - replay: The command that plays what is left of the scenario, if that becomes a file.
  /// - Returns: The text, ending with a line feed.
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
