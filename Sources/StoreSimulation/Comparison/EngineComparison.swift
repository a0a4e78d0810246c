import CustomDump
import StoreCore

/// The runs of one scenario by several engines.
public struct EngineComparison<Observation: Equatable>: CustomStringConvertible {
  /// The step at which engines diverge first.
  public struct Divergence {
    /// The step before or after which the engines differ, from 0; the number of steps for the end.
    public let step: Int
    /// Whether they differ before the step, and did not yet after the one before.
    public let isBefore: Bool
    /// Groups of engines that agree, the group of the first engine first.
    public let groups: [[String]]
  }

  /// The scenario's name.
  public let scenario: String
  /// The steps as text.
  let steps: [String]
  /// The seed of the schedule, if there was one.
  public internal(set) var seed: UInt64?
  /// The seed of the benches' own numbers.
  let random: UInt64
  /// The latencies, whose lower bounds apply to the plain run too.
  let time: SeededTime
  /// Whether failing effects throw the app's errors.
  let throwsOwnErrors: Bool
  /// Whether it was cut down from a failing one.
  var isShrunk = false
  /// Whether cutting it down has ended early, so that a smaller one may fail too.
  package var isCutShort = false
  /// The ways in which it failed again.
  package internal(set) var repetition = Repetition.withoutSeed
  /// Whether there was a schedule to play.
  var hasPlayed = true
  /// What was asked for and came in no run.
  var unseen = UnseenEffects.none
  /// The names in replayed deviations that no engine has.
  var unknownEngines: Set<String> = []
  /// What each engine did.
  public let runs: [EngineRun<Observation>]

  /// The differences of the runs from plain ones: those common to all engines once, and each engine's changes of order.
  public var deviations: [EngineDeviation] {
    var deviations: [EngineDeviation] = []
    var common: Set<Deviation> = []
    for run in runs {
      for deviation in run.deviations {
        if deviation.isOfOrder {
          deviations.append(EngineDeviation(deviation, of: run.engine))
        } else if common.insert(deviation).inserted {
          // What effects do comes from the same seed on each engine.
          deviations.append(EngineDeviation(deviation))
        }
      }
    }
    return deviations
  }

  /// What the user did, and how the runs differ from plain ones, step by step; empty without a trace.
  ///
  /// What only engines other than the first have, such as their changes of order, is at the end.
  public var story: [String] {
    var lines = runs.first?.story ?? []
    var known = Set(runs.first?.deviations ?? [])
    for run in runs.dropFirst() {
      for (deviation, words) in run.deviationWords where known.insert(deviation).inserted || deviation.isOfOrder {
        lines.append("\(lines.count + 1). on \(run.engine), \(words)")
      }
    }
    return lines
  }

  /// The step at which the engines diverge first; `nil` if they agree.
  public var divergence: Divergence? {
    for step in 0...steps.count {
      for isBefore in step < steps.count ? [true, false] : [false] {
        var groups: [(observation: Observation, engines: [String])] = []
        for run in runs {
          let observation = run.observation(of: step, isBefore: isBefore)
          if let index = groups.firstIndex(where: { ValueParts.areEqual($0.observation, observation) }) {
            groups[index].engines.append(run.engine)
          } else {
            groups.append((observation, [run.engine]))
          }
        }
        if groups.count > 1 { return Divergence(step: step, isBefore: isBefore, groups: groups.map(\.engines)) }
      }
    }
    return nil
  }

  /// Whether all engines agree before and after each step and at the end, no property was broken on any, and there is no
  /// doubt.
  public var agrees: Bool { failure == nil && doubts.isEmpty }

  /// Sentences that say why engines that agree prove nothing: there are no engines, or one and no property, no seeds or
  /// no steps; two engines have the same name, or none has that of a deviation; a store has not used the bench, or none
  /// has; objects are observed, which are the same after each step; a wait was given up; what latencies, faults or
  /// deviations ask for came in no run, or there was no seed for it; or many seeds had one schedule.
  public var doubts: [String] {
    guard hasPlayed else { return ["No schedule was tried: there are no seeds."] }
    var doubts = runs.isEmpty ? ["No engine was compared."] : steps.isEmpty ? ["The scenario has no steps."] : []
    for (index, run) in runs.enumerated() where runs[..<index].contains(where: { $0.engine == run.engine }) {
      doubts.append("Two engines are called '\(run.engine)'.")
    }
    for name in unknownEngines.sorted() where !runs.isEmpty {
      doubts.append("No engine is called '\(name)'; the engines are \(runs.map(\.engine).joined(separator: ", ")).")
    }
    if runs.count == 1, !runs[0].hasProperties {
      doubts.append("Only one engine was played, and no property was given.")
    }
    for run in runs where run.ignoresBench {
      doubts.append("The store of \(run.engine) was made without the options of its bench.")
    }
    if !runs.isEmpty, !runs.contains(where: { $0.hasStore || $0.ignoresBench }) {
      doubts.append("No engine has made a store with the options of its bench.")
    }
    for run in runs where run.hasGivenUp {
      doubts.append(
        """
        A wait for \(run.engine) was given up after its 'settlingLimit': the end was up to the machine. Give the scenario an \
        'end' where something goes on for ever.
        """
      )
    }
    if Observation.self is AnyClass {
      let type = "\(Observation.self)"
      doubts.append("A '\(type)' is observed, an object, which is the same after each step: observe a value of it.")
    } else if let type = ObservedObject.type(in: Observation.self) {
      doubts.append(
        "Objects of '\(type)' are observed, which are the same after each step: observe values of them."
      )
    }
    return doubts + unseen.doubts
  }

  /// The property that was broken on an engine, or else the divergence; equal for plays that fail in the same way.
  var failure: Failure? {
    for run in runs {
      if let broken = run.brokenProperty { return .property(broken.property, engine: run.engine) }
    }
    return divergence.map { .divergence($0.groups) }
  }

  /// The way in which a play fails.
  enum Failure: Equatable {
    case property(String, engine: String)
    case divergence([[String]])
  }

  /// A test that fails as this play does, without a seed; it uses the `scenario` and `engines` of the comparison.
  public var code: String {
    var arguments = [
      "scenario", "on: engines", "replaying: \(deviations.list(indented: 4, wordsOfSteps))",
    ]
    if time.hasLeast { arguments.append("time: \(time.code)") }
    let isOwnError = throwsOwnErrors && deviations.contains(where: \.deviation.isFailure)
    let comment = isOwnError ? "\n  // 'faults' are those of the comparison, for the error that they throw." : ""
    if isOwnError { arguments.append("faults: faults") }
    if runs.contains(where: \.usesRandom) { arguments.append("random: \(random)") }
    return """
      @Test func `the engines agree in the \(seed.map { "schedule of seed \($0)" } ?? "replayed schedule")`() async {\(comment)
        let comparison = await compareEngines(\(arguments.lines))
        #expect(comparison.agrees, "\\(comparison)")
      }
      """
  }

  private var wordsOfSteps: [Int: String] {
    Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($0.offset + 1, $0.element) })
  }

  /// The first divergence or the broken property, what led to it, and a test that fails in the same way, or a note that
  /// it did not fail again.
  public var description: String {
    var paragraphs = divergence.map { words(for: $0) } ?? []
    for run in runs {
      guard let broken = run.brokenProperty else { continue }
      paragraphs.append("On \(run.engine), in '\(scenario)'\(schedule), \(broken)")
    }
    if paragraphs.isEmpty {
      guard doubts.isEmpty else {
        return "The comparison on '\(scenario)' proves nothing. " + doubts.joined(separator: " ")
      }
      return
        "\(runs.map(\.engine).joined(separator: ", ")) agree on '\(scenario)' before and after each of \(steps.count) steps."
    }
    if seed == nil, deviations.isEmpty { return paragraphs.joined(separator: "\n\n") }
    if !story.isEmpty {
      let title = isShrunk ? Shrinker.title(isCutShort: isCutShort) : "The run that fails:"
      paragraphs.append(([title] + story.shortened(to: 40).map { "  " + $0 }).joined(separator: "\n"))
    }
    paragraphs.append(repetition.words ?? "To reproduce it without a seed:\n\n\(code)")
    return paragraphs.joined(separator: "\n\n")
  }

  private var schedule: String { seed.map { ", in the schedule of seed \($0)" } ?? "" }

  /// Describes after which step engines diverge, what differs, and what each side did before.
  private func words(for divergence: Divergence) -> [String] {
    let place =
      divergence.step < steps.count
      ? "\(divergence.isBefore ? "before" : "after") step \(divergence.step + 1), \(steps[divergence.step])"
      : "at the end"
    var paragraphs = [
      "The engines diverge on '\(scenario)' \(place)\(schedule).",
      divergence.groups.map { $0.joined(separator: " and ") }.joined(separator: " against ") + ".",
    ]
    let sides = divergence.groups.compactMap { group in runs.first { $0.engine == group.first } }
    if let first = sides.first {
      for other in sides.dropFirst() {
        let difference = diff(first.observation(at: divergence), other.observation(at: divergence))
          .map(DifferenceText.joiningEqualLines)
        paragraphs.append("\(first.engine) (-) against \(other.engine) (+):\n\(difference ?? "They print the same.")")
      }
    }
    for side in sides where !side.trace.isEmpty {
      let lines = side.trace(before: divergence).suffix(20)
      paragraphs.append("What \(side.engine) did before:\n\(lines.joined(separator: "\n"))")
    }
    return paragraphs
  }
}

/// The run of a scenario by one engine.
public struct EngineRun<Observation> {
  /// The engine.
  public let engine: String
  /// What was observed after each step, and at the end.
  public internal(set) var observations: [Observation] = []
  /// What was observed right before each step, also before those that were left out.
  public internal(set) var observationsBeforeSteps: [Observation] = []
  /// The number of lines that the trace had at each of these observations.
  var traceLengths: [Int] = []
  var traceLengthsBeforeSteps: [Int] = []
  /// All that happened.
  public internal(set) var trace: [String] = []
  /// The differences of the run from the plain one.
  public internal(set) var deviations: [Deviation] = []
  /// What the user did and the deviations, in order; empty without a trace.
  public internal(set) var story: [String] = []
  /// The first broken property of those that the player has given the bench.
  public internal(set) var brokenProperty: BrokenProperty?
  /// Whether the player has made random choices.
  var usesRandom = false
  /// Whether a wait was given up.
  var hasGivenUp = false
  /// Whether the player has given the bench a property.
  var hasProperties = false
  /// Whether there was a store on the bench; a model that is compared with engines needs none.
  var hasStore = false
  /// Whether the store was not on the bench.
  var ignoresBench = false
  /// The deviations, each with its text; empty without a trace.
  var deviationWords: [(deviation: Deviation, words: String)] = []

  /// Returns what was observed before or after a step, counted from 0, or at the end.
  func observation(of step: Int, isBefore: Bool) -> Observation {
    isBefore ? observationsBeforeSteps[step] : observations[step]
  }

  /// What was observed, in order.
  package var allObservations: [Observation] {
    zip(observationsBeforeSteps, observations).flatMap { [$0, $1] } + observations.suffix(1)
  }
}

extension EngineRun where Observation: Equatable {
  func observation(at divergence: EngineComparison<Observation>.Divergence) -> Observation {
    observation(of: divergence.step, isBefore: divergence.isBefore)
  }

  /// Returns what was observed up to a divergence, in order.
  package func observations(upTo divergence: EngineComparison<Observation>.Divergence) -> [Observation] {
    Array(
      allObservations.prefix(
        2 * divergence.step + (divergence.isBefore || divergence.step == observations.count - 1 ? 1 : 2)
      )
    )
  }

  /// Returns the lines of the trace before a divergence.
  func trace(before divergence: EngineComparison<Observation>.Divergence) -> ArraySlice<String> {
    trace[..<(divergence.isBefore ? traceLengthsBeforeSteps : traceLengths)[divergence.step]]
  }
}
