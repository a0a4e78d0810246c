import StoreSimulation

/// The news of a play since the last observation, and its state at this one.
///
/// It does not keep everything so far: for each step, that would take memory with the square of the steps.
struct RunObservation: Equatable {
  /// The new events and screens, with the current state.
  let news: RunReport
  /// Returns everything that has come of the play by the time of the call.
  let whole: @MainActor () -> RunReport

  static func == (first: RunObservation, second: RunObservation) -> Bool { first.news.agrees(with: second.news) }
}

@MainActor
extension EngineComparison<RunObservation> {
  /// The report of each engine.
  var reports: [RunReport] {
    runs.compactMap(\.observations.last).map { last in
      var report = last.whole()
      report.finalState = last.news.finalState
      report.cost = last.news.cost
      return report
    }
  }

  /// The differences from the first engine; empty if all agree.
  var differences: [String] {
    guard let divergence else { return [] }
    // If all have the same end, the differences on the way.
    let differences = Difference.sentences(of: reports)
    guard differences.isEmpty else { return differences }
    return Difference.sentences(of: runs.map { Self.report(of: $0.observations(upTo: divergence)) })
  }

  /// Returns those of some deviations that have come in the run of an engine to which they apply.
  func made(of deviations: [EngineDeviation]) -> [EngineDeviation] {
    deviations.filter { given in
      runs.contains { [nil, $0.engine].contains(given.engine) && $0.deviations.contains(given.deviation) }
    }
  }

  /// Returns the report up to the last of some observations.
  private static func report(of observations: [RunObservation]) -> RunReport {
    observations.dropFirst().reduce(into: observations[0].news) { $0.add($1.news) }
  }

  /// Returns the report of a schedule in which engines differ: its seed, the differences and what each engine did.
  ///
  /// `command` reproduces the schedule; `replay` plays a schedule that was cut down.
  func text(title: String, seed: UInt64, command: String, replay: String?) -> String {
    var lines = ["\(title.printable): the engines differ in the schedule of seed \(seed).", ""]
    lines += differences.map { "  " + $0.printable }
    if replay != nil, !story.isEmpty {
      let title =
        isCutShort
        ? "The smallest scenario found in which they do; cutting it down ended early:"
        : "The smallest scenario in which they do:"
      lines += ["", title] + story.map { "  " + $0.printable }
    }
    for run in runs {
      lines += ["", "What \(run.engine) did, step by step:"] + run.trace.map { "  " + $0.printable }
    }
    lines += ["", "To reproduce it: \(command)"]
    if let replay { lines.append("Without a seed: \(replay)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
