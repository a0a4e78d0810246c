/// The outcomes of a test in many schedules.
public struct ScheduleExploration<Outcome: Equatable & Sendable>: Sendable {
  /// The run of one seed.
  public struct Run: Sendable {
    /// The seed; of a run without one, what the bench's own numbers came from.
    public let seed: UInt64
    /// What it can be reproduced by.
    var origin: Origin
    /// What the test returned, or the error that it has thrown, or the ``BrokenProperty``.
    public let outcome: Result<Outcome, any Error>
    /// What happened, and what was chosen, step by step; of the first and the shrunk run, and of a failing one that has
    /// failed again.
    public let trace: [String]
    /// In what it differs from the plain run.
    public let deviations: [Deviation]
    /// What the user did, and the deviations, in their order and with their times; where there is a trace.
    public let story: [String]

    let stepCount: Int
    /// Whether the test itself threw, and not what asks after it for its properties.
    let testThrows: Bool
    /// Whether the test made choices of its own.
    let usesRandom: Bool
    /// Whether failing effects throw errors of the app's.
    let throwsOwnErrors: Bool
    /// The latencies that the plain run has too.
    let time: SeededTime
  }

  /// Where a run came from.
  enum Origin {
    /// Its seed alone.
    case seed
    /// Its seed, and what a search had seen before.
    case search
    /// A list of deviations.
    case list
  }

  /// How many schedules were tried.
  public internal(set) var count = 0
  /// The run of the first seed.
  public internal(set) var first: Run?
  /// The first run that threw, in which a property was broken, or that came to something else than the first one; where it
  /// takes numbers from ``TestBench/random``, than the plain run with the same numbers.
  ///
  /// It stays here where it does not fail again, without a trace.
  public internal(set) var failure: Run?
  /// The smallest run that fails so too: with the fewest steps, faults, delays and changes of order.
  ///
  /// Where seeds come to different outcomes, it comes to another one than the run without any deviation.
  public internal(set) var shrunk: Run?
  /// The run to whose outcome the failing one should have come.
  var expected: Run?
  /// In which ways the failing run failed again.
  var repetition = Repetition.withoutSeed

  /// The effects with faults that are written down and have come in no run: a name is wrong, or a number.
  public internal(set) var missingFaults: Set<SimulatedEffect> = []

  /// Why runs that have not failed prove nothing, each in a sentence: there were none, or not all, as the task was cancelled;
  /// no store has used the bench, no effect was launched of those that were to be late or to go wrong, a fault that is written
  /// down has not come, or nothing of a list of deviations has; a wait was given up; or all seeds had one schedule.
  public internal(set) var doubts: [String] = []

  /// Whether all schedules came to the same, and there is no doubt.
  public var agrees: Bool { failure == nil && doubts.isEmpty }
}

extension ScheduleExploration: CustomStringConvertible {
  /// What was found, with the schedule that failed, and a test that fails alike, or that it did not fail again.
  public var description: String {
    guard let failure else {
      return (["All \(count) schedules came to the same."] + doubts).joined(separator: " ")
    }
    var paragraphs = ["\(failure.name) came to \(words(for: failure.outcome))."]
    if case .success = failure.outcome, let expected {
      paragraphs.append("\(expected.name) came to \(words(for: expected.outcome)).")
    }
    if let words = repetition.words { paragraphs.append(words) }
    let shown = shrunk ?? failure
    if let shrunk {
      let lines = ["The smallest run that fails:"] + shrunk.story.map { "  " + $0 }
      paragraphs.append(lines.joined(separator: "\n") + "\nIt came to \(words(for: shrunk.outcome)).")
    }
    if !shown.trace.isEmpty {
      paragraphs.append("Its schedule, step by step:\n\(shown.trace.joined(separator: "\n"))")
    }
    if repetition == .withoutSeed {
      paragraphs.append("To reproduce it without a seed, run the same test as\n\n\(shown.code)")
    }
    if shown.origin == .seed, repetition != .none {
      paragraphs.append("By its seed it is 'TestBench(seed: \(shown.seed))' with the same time, faults and search.")
    }
    return paragraphs.joined(separator: "\n\n")
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
  /// By which it is called in reports.
  fileprivate var name: String {
    guard origin == .list else { return "Seed \(seed)" }
    return deviations.allSatisfy(\.isSkip) ? "The plain run" : "The replayed run"
  }

  /// A test that fails as this run does, without a seed; `explored(on:)` is the test that was explored, as a function.
  public var code: String {
    var arguments: [String] = []
    if time.hasLeast { arguments.append("time: \(time.code)") }
    let isOwnError = throwsOwnErrors && deviations.contains(where: \.isFailure)
    let comment = isOwnError ? "\n  // 'faults' are those of the exploration, for the error that they throw." : ""
    if isOwnError { arguments.append("faults: faults") }
    if usesRandom { arguments.append("random: \(seed)") }
    let list = deviations.map(\.code).list(indented: arguments.isEmpty ? 2 : 4)
    let call = arguments.isEmpty ? list : ([list] + arguments).lines
    let test = testThrows ? "try await explored(on: bench)" : "await explored(on: bench)"
    return """
      @Test func `\(origin == .list ? "the replayed run" : "the run of seed \(seed)")`() async {\(comment)
        let replay = await replaySchedule(\(call)) { bench in \(test) }
        #expect(replay.agrees, "\\(replay)")
      }
      """
  }
}

extension [String] {
  /// The elements of an array literal in a test, each on its line, as a formatter has them.
  func list(indented indent: Int) -> String {
    guard !isEmpty else { return "[]" }
    let space = String(repeating: " ", count: indent)
    let comma = count > 1 ? "," : ""
    return "[\n\(map { "\(space)  \($0)" }.joined(separator: ",\n"))\(comma)\n\(space)]"
  }

  /// The arguments of a call in a test, each on its line.
  var lines: String { "\n\(map { "    \($0)" }.joined(separator: ",\n"))\n  " }
}
