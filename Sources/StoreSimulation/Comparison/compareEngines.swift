import StoreRecording

/// Plays one scenario on several engines in virtual time, and compares what is observed before and after each step.
///
/// ```swift
/// let comparison = await compareEngines(scenario, on: [
///   ComparedEngine("elm", makeStore: makeElmStore, perform: { $0.send($1) }, observe: \.text),
///   ComparedEngine("redux", makeStore: makeReduxStore, perform: { $0.send($1) }, observe: \.text),
/// ])
/// #expect(comparison.agrees, "\(comparison)")
/// ```
///
/// Each observation after a step is made when its effects have settled: those that wait for the clock still wait. A
/// handler that suspends shows no intermediate states; observe the states once all is quiet. If a property that a
/// player has given its bench is broken, the run contains it, and the engines do not agree. A run with properties goes
/// on after the scenario's end until all is quiet, and up to a minute of virtual time: see
/// ``TestBench/finish(within:)``.
///
/// - Parameters:
///   - scenario: The scenario.
///   - engines: The engines, each of which gets its own store, clock and executor.
///   - seed: The source of the schedule's choices. Whether a step comes before the sleepers of its time, how late
///     effects are and what goes wrong with them is the same for all engines.
///   - time: How much longer effects take than they say; bounds that differ need a seed.
///   - faults: What goes wrong with effects; seeded faults need a seed.
///   - search: How the choices are made.
///   - isTraced: Whether the traces are written, which takes more time than the play.
/// - Returns: what each engine did, and where they diverge.
@MainActor
public func compareEngines<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engines: [ComparedEngine<Command, Observation>],
  seed: UInt64? = nil,
  time: SeededTime = .exact,
  faults: FaultPlan = .none,
  search: SearchStrategy = .default,
  isTraced: Bool = true
) async -> EngineComparison<Observation> {
  let unseen = UnseenEffects.of(time, faults, withoutSeed: seed == nil)
  return await compare(scenario, on: engines, seed: seed, random: seed ?? 0, time, faults, unseen) { _ in
    TestBench(seed: seed, time: time, faults: faults, search: search, isTraced: isTraced)
  }
}

/// Plays one scenario on several engines with the deviations that an exploration has found, without a seed.
///
/// - Parameters:
///   - scenario: The scenario.
///   - engines: The engines.
///   - deviations: The differences of the runs from plain ones.
///   - time: How much longer effects take; the runs have the lower bounds.
///   - faults: What failing effects throw; by default a ``FaultError``.
///   - random: The seed of the benches' own numbers.
///   - isTraced: Whether the traces are written.
/// - Returns: what each engine did, and where they diverge.
@MainActor
public func compareEngines<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engines: [ComparedEngine<Command, Observation>],
  replaying deviations: [EngineDeviation],
  time: SeededTime = .exact,
  faults: FaultPlan = .none,
  random: UInt64 = 0,
  isTraced: Bool = true
) async -> EngineComparison<Observation> {
  let unseen = UnseenEffects.of(deviations.map(\.deviation))
  var comparison = await compare(scenario, on: engines, seed: nil, random: random, time, faults, unseen) { engine in
    TestBench(
      replaying: deviations.of(engine),
      time: time,
      faults: faults,
      random: random,
      isTraced: isTraced
    )
  }
  comparison.unknownEngines = Set(deviations.compactMap(\.engine)).subtracting(engines.map(\.name))
  return comparison
}

extension [EngineDeviation] {
  /// Returns the deviations of an engine's run.
  fileprivate func of(_ engine: String) -> [Deviation] {
    filter { $0.engine == nil || $0.engine == engine }.map(\.deviation)
  }
}

/// Plays one scenario on several engines in many schedules, until they diverge or a property is broken.
///
/// The failing schedule is played once more with a trace. If it does not fail in the same way again, the result is the
/// comparison that failed, without a trace, and says so. Cancelling the calling task ends the search after the current
/// schedule.
///
/// - Parameters:
///   - scenario: The scenario.
///   - engines: The engines.
///   - seeds: The seeds of the schedules.
///   - time: How much longer effects take than they say.
///   - faults: What goes wrong with effects.
///   - search: How the seeds are used.
///   - shrinks: Whether to cut the schedule down to the fewest steps, faults, delays and changes of order with which
///     the engines diverge in the same groups, or the same property is broken.
///   - progress: Called after each seed in which the engines agree, with the number of such seeds.
///   - onShrinking: Called with the seed of the schedule that is to be cut down, before that begins.
/// - Returns: the comparison in which the engines diverge or a property was broken, or one that is in doubt, such as
///   when there are no seeds or a named effect came in no schedule; `nil` if the engines agree in all schedules that
///   were played, or if the task was cancelled.
@MainActor
public func compareEngines<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engines: [ComparedEngine<Command, Observation>],
  seeds: some Sequence<UInt64>,
  time: SeededTime = .exact,
  faults: FaultPlan = .none,
  search: SearchStrategy = .default,
  shrinks: Bool = true,
  progress: (Int) -> Void = { _ in },
  onShrinking: (UInt64) -> Void = { _ in }
) async -> EngineComparison<Observation>? {
  var count = 0
  var unseen = UnseenEffects.of(time, faults, ofMany: true)
  var last: EngineComparison<Observation>?
  var seen = OrderSearch()
  for seed in seeds {
    if Task.isCancelled { return nil }
    let beginning = search == .newOrders ? seen.beginning(of: seed) : []
    var orders: [EventOrders] = []
    func play(isTraced: Bool) async -> EngineComparison<Observation> {
      await compare(scenario, on: engines, seed: seed, random: seed, time, faults, unseen) { engine in
        let given = beginning.of(engine)
        let schedule = Schedule(seed: seed, strategy: search, time: time, faults: faults, given: given)
        let bench = TestBench(schedule: schedule, random: seed, isTraced: isTraced)
        if search == .newOrders {
          let observer = EventOrders()
          orders.append(observer)
          bench.observers.append(observer)
        }
        return bench
      }
    }
    var comparison = await play(isTraced: false)
    unseen = comparison.unseen
    // The remaining seeds can have them.
    comparison.unseen = .none
    if search == .newOrders {
      seen.learn(orders.reduce(into: []) { $0.formUnion($1.orders) }, from: comparison.deviations)
    }
    if comparison.agrees {
      count += 1
      progress(count)
      last = comparison
      continue
    }
    unseen = .none
    let failure = comparison.failure
    guard failure != nil else { return comparison }
    /// Plays the schedule again with a trace; returns the first comparison if it does not fail in the same way.
    func again(_ repetition: Repetition) async -> EngineComparison<Observation> {
      var again = await play(isTraced: true)
      let failsAgain = again.failure == failure
      if !failsAgain { again = comparison }
      again.repetition = failsAgain ? repetition : .none
      return again
    }
    func replay(_ deviations: [EngineDeviation], isTraced: Bool) async -> EngineComparison<Observation> {
      await compareEngines(
        scenario,
        on: engines,
        replaying: deviations,
        time: time,
        faults: faults,
        random: seed,
        isTraced: isTraced
      )
    }
    guard shrinks else {
      let isReplayed = await replay(comparison.deviations, isTraced: false).failure == failure
      return await again(isReplayed || Task.isCancelled ? .withoutSeed : .withSeed)
    }
    onShrinking(seed)
    let plainFailure = await replay([], isTraced: false).failure
    /// Returns whether the property is broken for another reason than the missing steps: it may need all of them.
    func areNeedless(_ skips: [EngineDeviation]) async -> Bool {
      guard !skips.isEmpty, case .property = failure, failure != plainFailure else { return true }
      let failure = await replay(skips, isTraced: false).failure
      return failure == nil || failure == plainFailure
    }
    var shrinker = Shrinker(time: time) { deviations in
      let comparison = await replay(deviations, isTraced: false)
      guard comparison.failure == failure, await areNeedless(deviations.filter(\.deviation.isSkip)) else { return nil }
      return comparison.deviations
    }
    let fewest = await shrinker.shrink(comparison.deviations, stepCount: scenario.steps.count)
    var shrunk = await replay(fewest, isTraced: true)
    // Something that the bench does not see decides.
    if shrunk.failure != failure { return await again(Task.isCancelled ? .withoutSeed : .withSeed) }
    shrunk.seed = seed
    shrunk.isShrunk = true
    shrunk.isCutShort = shrinker.isCutShort
    return shrunk
  }
  if var last {
    last.seed = nil
    last.unseen = unseen
    return last.agrees ? nil : last
  }
  let none: [ComparedEngine<Command, Observation>] = []
  var nothing = await compare(scenario, on: none, seed: nil, random: 0, time, faults, .none) { _ in TestBench() }
  nothing.hasPlayed = false
  return nothing
}

@MainActor
private func compare<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engines: [ComparedEngine<Command, Observation>],
  seed: UInt64?,
  random: UInt64,
  _ time: SeededTime,
  _ faults: FaultPlan,
  _ named: UnseenEffects,
  makeBench: (String) -> TestBench
) async -> EngineComparison<Observation> {
  var runs: [EngineRun<Observation>] = []
  var unseen = named
  for engine in engines {
    let bench = makeBench(engine.name)
    runs.append(await play(scenario, on: engine, bench: bench))
    unseen.remove(bench)
  }
  return EngineComparison(
    scenario: scenario.name,
    steps: scenario.steps.map { "\($0.command) at \(TimeText.milliseconds($0.time))" },
    seed: seed,
    random: random,
    time: time,
    throwsOwnErrors: faults.throwsOwnErrors,
    unseen: unseen,
    runs: runs
  )
}

@MainActor
private func play<Command, Observation: Equatable>(
  _ scenario: Scenario<Command>,
  on engine: ComparedEngine<Command, Observation>,
  bench: TestBench
) async -> EngineRun<Observation> {
  bench.leaveNeverQuietToRun()
  let play = engine.start(bench)
  var run = EngineRun<Observation>(engine: engine.name)
  for step in scenario.steps {
    await bench.take("\(step.command)", at: step.time, within: step.window) {
      run.observationsBeforeSteps.append(play.observe())
      run.traceLengthsBeforeSteps.append(bench.recorder.lineCount)
    } _: {
      play.perform(step.command)
    }
    await bench.clock.settle()
    run.observations.append(play.observe())
    run.traceLengths.append(bench.recorder.lineCount)
  }
  if let end = scenario.end {
    await bench.clock.advance(to: TestClock.Instant(offset: end))
    play.end()
    await bench.clock.settle()
  } else {
    await bench.clock.runUntilIdle()
  }
  run.observations.append(play.observe())
  run.traceLengths.append(bench.recorder.lineCount)
  // It throws the broken property, which is read below.
  if bench.stores.isEmpty { try? bench.checkQuiet() } else { try? await bench.finish() }
  bench.endForEver()
  bench.releaseStores()
  run.brokenProperty = bench.brokenProperty
  run.usesRandom = bench.usesRandom
  run.hasGivenUp = bench.clock.hasGivenUp
  run.hasStore = bench.executor.activity.hasHadStores
  run.ignoresBench = play.isStore && !run.hasStore
  run.hasProperties = !bench.stores.isEmpty
  run.trace = bench.trace
  run.deviations = bench.deviations
  run.story = bench.story.lines
  run.deviationWords = bench.story.deviations
  return run
}
