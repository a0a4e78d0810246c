/// Plays one scenario on several engines in virtual time, and compares what is observed after each step.
///
/// ```swift
/// let comparison = await compareEngines(scenario, on: [
///   ComparedEngine("elm", makeStore: makeElmStore, perform: { $0.send($1) }, observe: \.text),
///   ComparedEngine("redux", makeStore: makeReduxStore, perform: { $0.send($1) }, observe: \.text),
/// ])
/// #expect(comparison.agrees, "\(comparison)")
/// ```
///
/// What was begun by a step has settled when it is observed: what waits for the clock waits. A handler that suspends
/// has no states in between; observe what is there once all is quiet.
///
/// - Parameters:
///   - scenario: What is done.
///   - engines: The engines, each of which gets a store, a clock and an executor of its own.
///   - seed: Where the choices of the schedule come from; see ``exploreSchedules(seeds:progress:_:)``. Whether a step
///     comes before those who sleep until its time is the same for all engines.
///   - isTraced: Whether it is written down what the engines do, which takes more time than the play.
/// - Returns: what each engine did, and where they diverge.
@MainActor
public func compareEngines<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engines: [ComparedEngine<Command, Observation>],
  seed: UInt64? = nil,
  isTraced: Bool = true
) async -> EngineComparison<Observation> {
  var runs: [EngineRun<Observation>] = []
  for engine in engines {
    runs.append(await play(scenario, on: engine, bench: TestBench(seed: seed, isTraced: isTraced)))
  }
  return EngineComparison(
    scenario: scenario.name,
    steps: scenario.steps.map { "\($0.command) at \(TraceTime.text(for: $0.time))" },
    seed: seed,
    runs: runs
  )
}

/// Plays one scenario on several engines in many schedules, up to the first in which they diverge.
///
/// That schedule is played once more, with all that the engines do written down. Cancelling the calling task ends the
/// search after the schedule that is being played.
///
/// - Parameters:
///   - scenario: What is done.
///   - engines: The engines.
///   - seeds: The seeds of the schedules.
///   - progress: Is told after each seed how many were played.
/// - Returns: the comparison in which the engines diverge; `nil` where they agree in all that were played.
@MainActor
public func compareEngines<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engines: [ComparedEngine<Command, Observation>],
  seeds: some Sequence<UInt64>,
  progress: (Int) -> Void = { _ in }
) async -> EngineComparison<Observation>? {
  var count = 0
  for seed in seeds {
    if Task.isCancelled { return nil }
    let comparison = await compareEngines(scenario, on: engines, seed: seed, isTraced: false)
    count += 1
    progress(count)
    if !comparison.agrees { return await compareEngines(scenario, on: engines, seed: seed) }
  }
  return nil
}

@MainActor
private func play<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engine: ComparedEngine<Command, Observation>,
  bench: TestBench
) async -> EngineRun<Observation> {
  let play = engine.start(bench)
  var run = EngineRun<Observation>(engine: engine.name)
  for (index, step) in scenario.steps.enumerated() {
    await bench.advance(to: step.time, beforeStep: index)
    play.perform(step.command)
    await bench.executor.settle()
    run.observations.append(play.observe())
    run.traceLengths.append(bench.trace.lines.count)
  }
  if let end = scenario.end {
    await bench.clock.advance(to: TestClock.Instant(offset: end))
    play.end()
    await bench.executor.settle()
  } else {
    await bench.clock.runUntilIdle()
  }
  run.observations.append(play.observe())
  run.trace = bench.trace.lines
  run.traceLengths.append(run.trace.count)
  return run
}
