/// Runs a test in many schedules, and finds the first that comes to something else.
///
/// ```swift
/// let exploration = await exploreSchedules(seeds: 0..<1_000) { bench in
///   let store = Store(initialState: Search(), options: bench.options, reduce: reduce)
///   store.send(.typed("sw"))
///   store.send(.typed("swift"))
///   await bench.clock.runUntilIdle()
///   return store.state
/// }
/// #expect(exploration.agrees, "\(exploration)")
/// ```
///
/// The bench makes all choices of the runtime from the seed: which part of an effect runs next, whether what effects have
/// sent is handled before that, and which of several sleepers with one deadline is woken first. What the main actor does
/// inside of a test's own tasks is not chosen, and runs as it comes.
///
/// It ends with the first run that throws, or whose outcome differs from the first seed's.
///
/// - Parameters:
///   - seeds: The seeds.
///   - progress: Is told after each seed how many were tried.
///   - test: The test; it must use the bench's executor and clock.
/// - Returns: what was found.
@MainActor
public func exploreSchedules<Outcome: Equatable & Sendable>(
  seeds: some Sequence<UInt64>,
  progress: (Int) -> Void = { _ in },
  _ test: @MainActor (TestBench) async throws -> Outcome
) async -> ScheduleExploration<Outcome> {
  var exploration = ScheduleExploration<Outcome>()
  for seed in seeds {
    let bench = TestBench(seed: seed)
    let outcome: Result<Outcome, any Error>
    do {
      outcome = .success(try await test(bench))
    } catch {
      outcome = .failure(error)
    }
    let run = ScheduleExploration<Outcome>.Run(seed: seed, outcome: outcome, trace: bench.trace.lines)
    exploration.count += 1
    progress(exploration.count)
    if exploration.first == nil {
      exploration.first = run
    }
    guard case .success(let value) = outcome, case .success(let first)? = exploration.first?.outcome, value == first
    else {
      exploration.failure = run
      return exploration
    }
  }
  return exploration
}

/// The outcomes of a test in many schedules.
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
