import CustomDump

/// The runs of one scenario by several engines.
public struct EngineComparison<Observation: Equatable>: CustomStringConvertible {
  /// The step at which engines diverge first.
  public struct Divergence {
    /// The step after which they differ, from 0; the number of steps for the end.
    public let step: Int
    /// Groups of engines that agree, the group of the first engine first.
    public let groups: [[String]]
  }

  /// The scenario's name.
  public let scenario: String
  /// The steps in words.
  let steps: [String]
  /// The seed of the schedule, if there was one.
  public internal(set) var seed: UInt64?
  /// What each engine did.
  public let runs: [EngineRun<Observation>]

  /// In what the runs differ from plain ones: what all engines have in common once, and each one's changes of order.
  public var deviations: [EngineDeviation] {
    var deviations: [EngineDeviation] = []
    for run in runs {
      for deviation in run.deviations {
        let placed = EngineDeviation(deviation, of: deviation.isOfOrder ? run.engine : nil)
        // What effects do has come from the same seed on each engine.
        if deviation.isOfOrder || !deviations.contains(placed) { deviations.append(placed) }
      }
    }
    return deviations
  }

  /// What the user did, and in what the runs differ from plain ones, step by step; where there is a trace.
  ///
  /// Changes of the order on engines but the first stand at the end.
  public var story: [String] {
    var lines = runs.first?.story ?? []
    for run in runs.dropFirst() {
      for words in run.changesOfOrder {
        lines.append("\(lines.count + 1). on \(run.engine), \(words)")
      }
    }
    return lines
  }

  /// The step at which they diverge first; `nil` where they agree.
  public var divergence: Divergence? {
    for step in 0...steps.count {
      var groups: [(observation: Observation, engines: [String])] = []
      for run in runs {
        let observation = run.observations[step]
        if let index = groups.firstIndex(where: { $0.observation == observation }) {
          groups[index].engines.append(run.engine)
        } else {
          groups.append((observation, [run.engine]))
        }
      }
      if groups.count > 1 { return Divergence(step: step, groups: groups.map(\.engines)) }
    }
    return nil
  }

  /// Whether all engines agree after each step and at the end.
  public var agrees: Bool { divergence == nil }

  /// The first divergence: after which step, what differs, and what each side did before.
  public var description: String {
    guard let divergence else {
      return "\(runs.map(\.engine).joined(separator: ", ")) agree on '\(scenario)' after each of \(steps.count) steps."
    }
    let place =
      divergence.step < steps.count
      ? "after step \(divergence.step + 1), \(steps[divergence.step])" : "at the end"
    var paragraphs = [
      "The engines diverge on '\(scenario)' \(place)\(seed.map { ", in the schedule of seed \($0)" } ?? "").",
      divergence.groups.map { $0.joined(separator: " and ") }.joined(separator: " against ") + ".",
    ]
    let sides = divergence.groups.compactMap { group in runs.first { $0.engine == group.first } }
    if let first = sides.first {
      for other in sides.dropFirst() {
        let difference = diff(first.observations[divergence.step], other.observations[divergence.step])
        paragraphs.append("\(first.engine) (-) against \(other.engine) (+):\n\(difference ?? "They print the same.")")
      }
    }
    for side in sides {
      let lines = side.trace(before: divergence.step).suffix(20)
      paragraphs.append("What \(side.engine) did before:\n\(lines.joined(separator: "\n"))")
    }
    return paragraphs.joined(separator: "\n\n")
  }
}

/// The run of a scenario by one engine.
public struct EngineRun<Observation> {
  /// The engine.
  public let engine: String
  /// What was observed after each step, and at the end.
  public internal(set) var observations: [Observation] = []
  /// How many lines the trace had when each of these was observed.
  var traceLengths: [Int] = []
  /// All that happened.
  public internal(set) var trace: [String] = []
  /// In what the run differs from the plain one.
  public internal(set) var deviations: [Deviation] = []
  /// What the user did, and the deviations, in their order; where there is a trace.
  public internal(set) var story: [String] = []
  /// Those of the deviations that change the order in which effects go on, in words.
  var changesOfOrder: [String] = []

  /// What happened before an observation, and after the one before it.
  func trace(before index: Int) -> ArraySlice<String> {
    trace[..<traceLengths[index]]
  }
}
