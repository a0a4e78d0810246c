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
