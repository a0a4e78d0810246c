/// What a test came to in many schedules.
public struct ScheduleExploration<Outcome: Equatable & Sendable>: Sendable, CustomStringConvertible {
  /// What one seed came to.
  public struct Run: Sendable {
    /// The seed, by which the run can be had again.
    public let seed: UInt64
    /// What the test returned, or the error that it has thrown.
    public let outcome: Result<Outcome, any Error>
    /// What happened, and what was chosen, step by step.
    public let trace: [String]
  }

  /// How many schedules were tried.
  public internal(set) var count = 0
  /// The run of the first seed.
  public internal(set) var first: Run?
  /// The first run that threw, or came to something else than the first one.
  public internal(set) var failure: Run?

  /// Whether all schedules came to the same.
  public var agrees: Bool { failure == nil }

  /// What was found, with the schedule that failed.
  public var description: String {
    guard let failure else { return "All \(count) schedules came to the same." }
    let expected = first.map { "\n\nSeed \($0.seed) came to \(words(for: $0.outcome))." } ?? ""
    return """
      Seed \(failure.seed) came to \(words(for: failure.outcome)).\(expected)

      Its schedule, step by step:
      \(failure.trace.joined(separator: "\n"))

      To reproduce it, run the test with 'TestBench(seed: \(failure.seed))'.
      """
  }

  private func words(for outcome: Result<Outcome, any Error>) -> String {
    switch outcome {
    case .success(let outcome): "\(outcome)"
    case .failure(let error): "the error \(error)"
    }
  }
}
