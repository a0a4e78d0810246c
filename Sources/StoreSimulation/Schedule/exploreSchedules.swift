/// Runs a test in many schedules, and finds the first that fails or has another outcome.
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
/// The bench derives all choices of the runtime from the seed: which part of an effect runs next, whether what effects
/// have sent is handled before that, which of several sleepers with the same deadline is woken first, how long effects
/// take, and what goes wrong with them. It does not choose what the main actor does in a test's own tasks.
///
/// It ends with the first run that throws, breaks a property, or has another outcome than the first seed's. That run is
/// cut down to a smallest one; see ``ScheduleExploration/shrunk``. Cancelling the calling task ends it before the next
/// run; the result is then in doubt.
///
/// - Parameters:
///   - seeds: The seeds.
///   - time: How much longer things take than they say; by default effects take up to two seconds longer.
///   - faults: What goes wrong with effects.
///   - search: How the seeds are used.
///   - shrinks: Whether a failing run is cut down, which takes some hundred more runs.
///   - progress: Called after each seed with the number of seeds that were tried.
///   - test: The test; it must use the bench's executor and clock, and do the same each time.
/// - Returns: the finding.
@MainActor
public func exploreSchedules<Outcome: Equatable>(
  seeds: some Sequence<UInt64>,
  time: SeededTime = .default,
  faults: FaultPlan = .none,
  search: SearchStrategy = .default,
  shrinks: Bool = true,
  progress: (Int) -> Void = { _ in },
  _ test: @MainActor (TestBench) async throws -> Outcome
) async -> ScheduleExploration<Outcome> {
  await withoutActuallyEscaping(test) { test in
    let explorer = Explorer(time: time, faults: faults, strategy: search, test: test)
    return await explorer.explore(seeds, shrinks: shrinks, progress: progress)
  }
}

/// Runs a test without an outcome in many schedules, and finds the first in which it throws or a property is broken.
///
/// ```swift
/// let exploration = await exploreSchedules(seeds: 0..<1_000) { bench in
///   let store = Store(initialState: Cart(), options: bench.options, reduce: reduce)
///   bench.always(store, "paid once") { $0.payments <= 1 }
///   await bench.step("taps Pay") { store.send(.pay) }
///   await bench.step("taps Pay again", at: .milliseconds(200)) { store.send(.pay) }
/// }
/// ```
///
/// What the test checks by `#expect` fails the test at once, and is not seen here: it neither ends the exploration nor
/// is cut down. Throw, as `#require` does, or give a property; a test that does neither is in doubt.
/// Otherwise it works like the function of the same name for tests with an outcome.
@MainActor
public func exploreSchedules<Failure: Error>(
  seeds: some Sequence<UInt64>,
  time: SeededTime = .default,
  faults: FaultPlan = .none,
  search: SearchStrategy = .default,
  shrinks: Bool = true,
  progress: (Int) -> Void = { _ in },
  _ test: @MainActor (TestBench) async throws(Failure) -> Void
) async -> ScheduleExploration<NoOutcome> {
  await withoutActuallyEscaping(test) { test in
    let needsProperty = Failure.self == Never.self
    let explorer = Explorer(time: time, faults: faults, strategy: search, needsProperty: needsProperty) { bench in
      try await test(bench)
      return NoOutcome()
    }
    return await explorer.explore(seeds, shrinks: shrinks, progress: progress)
  }
}

/// Runs a test once as it is, and once with the deviations that an exploration has found, without a seed.
///
/// The result agrees if the second run neither throws, nor breaks a property, nor has another outcome than the first.
///
/// - Parameters:
///   - deviations: The differences of the second run.
///   - time: How much longer things take; both runs have the lower bounds.
///   - faults: What failing effects throw; by default a ``FaultError``.
///   - random: The seed of the bench's own numbers.
///   - test: The test.
/// - Returns: the outcomes of both runs.
@MainActor
public func replaySchedule<Outcome: Equatable>(
  _ deviations: [Deviation],
  time: SeededTime = .exact,
  faults: FaultPlan = .none,
  random: UInt64 = 0,
  _ test: @MainActor (TestBench) async throws -> Outcome
) async -> ScheduleExploration<Outcome> {
  await withoutActuallyEscaping(test) { test in
    let explorer = Explorer(time: time, faults: faults, strategy: .default, test: test)
    return await explorer.replay(deviations, random: random)
  }
}

/// Runs a test without an outcome with the deviations that an exploration has found, without a seed.
@MainActor
public func replaySchedule(
  _ deviations: [Deviation],
  time: SeededTime = .exact,
  faults: FaultPlan = .none,
  random: UInt64 = 0,
  _ test: @MainActor (TestBench) async throws -> Void
) async -> ScheduleExploration<NoOutcome> {
  await replaySchedule(deviations, time: time, faults: faults, random: random) { bench in
    try await test(bench)
    return NoOutcome()
  }
}

/// The outcome of a test that returns nothing.
public struct NoOutcome: Hashable, Sendable, CustomStringConvertible {
  /// The report's words for a run that has not failed.
  public var description: String { "no failure" }
}
