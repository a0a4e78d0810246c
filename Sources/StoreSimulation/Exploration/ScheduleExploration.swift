/// The outcomes of a test in many schedules.
public struct ScheduleExploration<Outcome: Equatable> {
  /// The run of one seed.
  public struct Run {
    /// The seed; for a run without one, the seed of the bench's own numbers.
    public let seed: UInt64
    /// What reproduces it.
    var origin: Origin
    /// The result of the test, the error that it threw, or the ``BrokenProperty``.
    public let outcome: Result<Outcome, any Error>
    /// The events and choices, step by step, up to the broken property if there is one; for the first and the shrunk
    /// run, and for a failing one that has failed again.
    public let trace: [String]
    /// The differences from the plain run.
    public let deviations: [Deviation]
    /// What the user did and the deviations, in order and with their times; empty without a trace.
    public let story: [String]

    let stepCount: Int
    /// The words for the steps that were left out; empty without a trace.
    let skippedSteps: [Int: String]
    /// The names of the effects that ran when the test returned; empty without a trace.
    let unfinished: [String]
    /// Whether the test made random choices.
    let usesRandom: Bool
    /// Whether failing effects throw the app's errors.
    let throwsOwnErrors: Bool
    /// The latencies, whose lower bounds apply to the plain run too.
    let time: SeededTime
    /// Whether cutting it down has ended early, so that a smaller run may fail too.
    var isCutShort = false
  }

  /// The origin of a run.
  enum Origin: Sendable {
    /// Its seed alone.
    case seed
    /// Its seed, and what the search had seen before.
    case search
    /// A list of deviations.
    case list
  }

  /// The number of schedules that were tried.
  public internal(set) var count = 0
  /// The run of the first seed.
  public internal(set) var first: Run?
  /// The first run that threw, broke a property, or had another outcome than the first run, or, if it takes numbers
  /// from ``TestBench/random``, than the plain run with the same numbers.
  ///
  /// It is kept, without a trace, even if it does not fail again.
  public internal(set) var failure: Run?
  /// The smallest run that fails in the same way: with the fewest steps, faults, delays and changes of order.
  ///
  /// If cutting down ended early, because the task was cancelled or it took too many runs, it is the smallest one found
  /// by then, and the report says so.
  /// If seeds have different outcomes, its outcome differs from that of the run without any deviation.
  public internal(set) var shrunk: Run?
  /// The run whose outcome the failing one should have had.
  var expected: Run?
  /// The run that fails without a seed, compared to the plain one: the failing one, or else the first one; `nil` if
  /// neither does, or the task was cancelled before that was known.
  var differing: Run?
  /// The ways in which the failing run failed again.
  var repetition = Repetition.withoutSeed

  /// The effects whose written faults came in no run: a name or a number is wrong.
  public internal(set) var missingFaults: Set<SimulatedEffect> = []

  /// Sentences that say why runs prove nothing: there were none, or not all, because the task was cancelled; no store has
  /// used the bench; no effect was launched that could be late or go wrong, or none of a given name; a written fault, or
  /// all of a list of deviations, never came; a wait was given up; all seeds had one schedule; there was no property, no
  /// outcome and nothing to throw; no step came while an effect ran; an effect that changes an object takes no time; or
  /// a property does not hold in the end, without any delay either, while an effect waits for something that the bench
  /// does not see.
  public internal(set) var doubts: [String] = []

  /// The property that does not hold in the end because of something that the bench does not see.
  var unseenWait: BrokenProperty? {
    didSet { if let unseenWait { doubts = ["Nothing is proven, as it needs no delay or fault: \(unseenWait)"] } }
  }

  /// Whether all schedules had the same outcome, and there is no doubt.
  public var agrees: Bool { failure == nil && doubts.isEmpty }
}

extension ScheduleExploration: Sendable where Outcome: Sendable {}

extension ScheduleExploration.Run: Sendable where Outcome: Sendable {}

extension ScheduleExploration: CustomStringConvertible {
  /// The finding: the failing schedule, and a test that fails in the same way, or a note that it did not fail again.
  public var description: String {
    guard let failure else {
      if unseenWait != nil { return doubts.joined(separator: " ") }
      return (["All \(count) schedules came to the same."] + doubts).joined(separator: " ")
    }
    var paragraphs = ["\(failure.name) came to \(words(for: failure.outcome))."]
    if case .success = failure.outcome, let expected {
      paragraphs.append("\(expected.name) came to \(words(for: expected.outcome)).")
    }
    if let words = repetition.words { paragraphs.append(words) }
    let shown = shrunk ?? differing ?? failure
    if let shrunk {
      let lines = [Shrinker.title(isCutShort: shrunk.isCutShort)] + shrunk.story.shortened(to: 40).map { "  " + $0 }
      let title = shrunk.hasNoStep ? [Self.noStep] : lines + shrunk.wordsForSkipped
      paragraphs.append(title.joined(separator: "\n") + "\nIt came to \(words(for: shrunk.outcome)).")
      if let title = failure.nameIfOtherwise(than: shrunk) {
        paragraphs.append(
          """
          That is another wrong state than the one of \(title): it may be another bug, or one of a test that makes no \
          sense without the steps that were left out. Require those by 'isRequired: true'.
          """
        )
      }
      if !shrunk.hasNoStep, shrunk.deviations.allSatisfy(\.isSkip) {
        paragraphs.append("It fails without any delay, fault or change of order: no search is needed to see it.")
      }
    }
    if case .success = failure.outcome, let words = shown.wordsForUnfinished { paragraphs.append(words) }
    if !shown.trace.isEmpty {
      paragraphs.append("Its schedule, step by step:\n\(shown.trace.shortened(to: 200).joined(separator: "\n"))")
    }
    if let run = shrunk ?? differing {
      paragraphs.append("To reproduce it without a seed, run the same test as\n\n\(run.code)")
    }
    if shown.origin == .seed, repetition != .none {
      paragraphs.append("By its seed it is 'TestBench(seed: \(shown.seed))' with the same time, faults and search.")
    }
    return paragraphs.joined(separator: "\n\n")
  }

  private static var noStep: String {
    """
    The smallest run that fails has no step. All steps without a delay and a fault fail in the same way: look at those, \
    or give the test a property that holds before the user does anything.
    """
  }

  private func words(for outcome: Result<Outcome, any Error>) -> String {
    switch outcome {
    case .success(let outcome): "\(outcome)"
    case .failure(let error as BrokenProperty): "this: \(error)"
    case .failure(let error): "the error \(error)"
    }
  }
}

extension ScheduleExploration.Run {
  /// The property that was broken in the end, while an effect waited for something that the bench does not see.
  var brokenWhileWaiting: BrokenProperty? {
    guard case .failure(let broken as BrokenProperty) = outcome, !broken.unseen.isEmpty else { return nil }
    return broken
  }

  /// Its name in reports.
  fileprivate var name: String {
    guard origin == .list else { return "Seed \(seed)" }
    return deviations.allSatisfy(\.isSkip) ? "The plain run" : "The replayed run"
  }

  /// Whether all of its steps were left out, and nothing else differs from the plain run.
  ///
  /// A run is cut down so far only if the plain one fails in the same way: see `Explorer`.
  fileprivate var hasNoStep: Bool {
    !deviations.isEmpty && deviations.count == stepCount && deviations.allSatisfy(\.isSkip)
  }

  /// The steps that were left out, in a line of the report.
  fileprivate var wordsForSkipped: [String] {
    guard !skippedSteps.isEmpty else { return [] }
    let shown = skippedSteps.sorted { $0.key < $1.key }.map { "\($0.value.inOneLine) (step \($0.key))" }
    let rest = shown.count > 20 ? ", and \(shown.count - 20) more" : ""
    return ["Left out: \(shown.prefix(20).joined(separator: ", "))\(rest)."]
  }

  /// The effects of which its outcome does not show everything.
  fileprivate var wordsForUnfinished: String? {
    let names = Set(unfinished).sorted().map { "'\($0)'" }
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", and \(names.count - 8) more" : "")
    return """
      When the test returned its outcome, this had not ended: \(shown). The outcome depends on how long that takes, \
      unless the test lets it end before, by 'await bench.clock.runUntilIdle()'.
      """
  }

  /// Its name, if a smaller run that fails in the same way has broken the property in another state, without some steps.
  fileprivate func nameIfOtherwise(than shrunk: Self) -> String? {
    guard case .failure(let found as BrokenProperty) = outcome,
      case .failure(let smallest as BrokenProperty) = shrunk.outcome,
      found.state != smallest.state, !shrunk.hasNoStep, shrunk.deviations.contains(where: \.isSkip)
    else { return nil }
    return name.first.map { $0.lowercased() + name.dropFirst() }
  }

  /// A test that fails as this run does, without a seed; `explored(on:)` is the explored test as a function.
  ///
  /// If this run has none of its test's steps, it is the plain run with all of them.
  public var code: String {
    var arguments: [String] = []
    if time.hasLeast { arguments.append("time: \(time.code)") }
    let isOwnError = throwsOwnErrors && deviations.contains(where: \.isFailure)
    let comment = isOwnError ? "\n  // 'faults' are those of the exploration, for the error that they throw." : ""
    if isOwnError { arguments.append("faults: faults") }
    if usesRandom { arguments.append("random: \(seed)") }
    arguments.insert((hasNoStep ? [] : deviations).list(indented: 4, skippedSteps), at: 0)
    // Not in a closure: nobody knows whether its call needs a 'try'.
    arguments.append("explored(on:)")
    return """
      @Test func `\(origin == .list ? "the replayed run" : "the run of seed \(seed)")`() async {\(comment)
        let replay = await replaySchedule(\(arguments.lines))
        #expect(replay.agrees, "\\(replay)")
      }
      """
  }
}

extension [String] {
  /// Returns the lines, or, if there are more than `count`, the first and the last of them.
  func shortened(to count: Int) -> [String] {
    guard self.count > count else { return self }
    return prefix(count / 2) + ["… \(self.count - count / 2 * 2) more …"] + suffix(count / 2)
  }

  /// The arguments of a call in a test, each on its own line.
  var lines: String { "\n\(map { "    \($0)" }.joined(separator: ",\n"))\n  " }
}

extension [Deviation] {
  /// Returns an array literal in a test; see the function of the same name for those of engines.
  func list(indented indent: Int, _ skippedSteps: [Int: String]) -> String {
    map { ($0.code, $0.words(of: skippedSteps)) }.list(indented: indent)
  }
}

extension [EngineDeviation] {
  /// Returns an array literal in a test, with the words for the steps that are left out.
  func list(indented indent: Int, _ skippedSteps: [Int: String]) -> String {
    map { ($0.code, $0.deviation.words(of: skippedSteps)) }.list(indented: indent)
  }
}

extension [(code: String, comment: String?)] {
  /// Returns the elements of an array literal in a test, each on its own line, as a formatter writes them.
  fileprivate func list(indented indent: Int) -> String {
    guard !isEmpty else { return "[]" }
    let space = String(repeating: " ", count: indent)
    let comma = count > 1 ? "," : ""
    let lines = map { "\(space)  \($0.code)\(comma)\($0.comment.map { "  // \($0)" } ?? "")" }
    return "[\n\(lines.joined(separator: "\n"))\n\(space)]"
  }
}

extension Deviation {
  /// The words for the step that it leaves out.
  fileprivate func words(of steps: [Int: String]) -> String? {
    if case .skipped(let step) = self { steps[step]?.inOneLine } else { nil }
  }
}

extension String {
  fileprivate var inOneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }
}
