/// A schedule in which engines differ.
struct ScheduleFailure {
  /// What one engine did, and what was chosen, step by step.
  struct Trace {
    let engine: String
    let lines: [String]
  }

  /// By which the schedule can be had again.
  let seed: UInt64
  let differences: [String]
  let traces: [Trace]

  /// The report: the seed, the differences and each engine's schedule.
  func text(scenario: String, file: String) -> String {
    var lines = ["\(scenario): the engines differ in the schedule of seed \(seed).", ""]
    lines += differences.map { "  " + $0 }
    for trace in traces {
      lines += ["", "What \(trace.engine) did, step by step:"]
      lines += trace.lines.map { "  " + $0.printable }
    }
    lines += ["", "To reproduce it: engine-lab explore \(file.printable) --first \(seed) --seeds 1"]
    return lines.joined(separator: "\n") + "\n"
  }
}
