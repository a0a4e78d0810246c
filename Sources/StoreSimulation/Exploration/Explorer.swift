import StoreCore

/// A series of runs of one test, each on its own bench.
@MainActor
final class Explorer<Outcome: Equatable> {
  typealias Run = ScheduleExploration<Outcome>.Run

  private let time: SeededTime
  private let faults: FaultPlan
  private let strategy: SearchStrategy
  private let test: @MainActor (TestBench) async throws -> Outcome
  private var orders = OrderSearch()
  /// Whether a run has made a store on its bench.
  private var hasHadStores = false
  /// Whether a wait of a run was given up.
  private var hasGivenUp = false
  /// Whether a run has never become quiet: those that follow need not be watched for as long.
  private var hasBeenRestless = false
  /// What the runs have tried.
  private var coverage: ExplorationCoverage
  /// What was asked for and came in no run.
  private var unseen = UnseenEffects.none

  init(
    time: SeededTime,
    faults: FaultPlan,
    strategy: SearchStrategy,
    needsProperty: Bool = false,
    test: @escaping @MainActor (TestBench) async throws -> Outcome
  ) {
    self.time = time
    self.faults = faults
    self.strategy = strategy
    self.test = test
    coverage = ExplorationCoverage(needsProperty: needsProperty, hasFaults: !faults.isEmpty)
  }

  // MARK: Searching

  func explore(
    _ seeds: some Sequence<UInt64>,
    shrinks: Bool,
    progress: (Int) -> Void
  ) async -> ScheduleExploration<Outcome> {
    var exploration = ScheduleExploration<Outcome>()
    unseen = .of(time, faults, ofMany: true)
    var isCancelled = false
    for seed in seeds {
      isCancelled = Task.isCancelled
      if isCancelled { break }
      let schedule = makeSchedule(seed)
      let run = await self.run(schedule, random: seed, isTraced: exploration.first == nil)
      // An error of a cancelled run is not a failure of the test.
      isCancelled = Task.isCancelled
      if isCancelled { break }
      exploration.count += 1
      progress(exploration.count)
      let first = exploration.first ?? run
      exploration.first = first
      // With other random numbers, another outcome is right.
      let expected = run.usesRandom ? await plainRun(like: [], random: seed) : first
      guard let failure = Failure(of: run, expecting: expected) else { continue }
      if let wait = await unseenWait(of: run) {
        exploration.unseenWait = wait
        return exploration
      }
      exploration.expected = expected
      exploration.failure = run
      // Once more, with a trace.
      let again = await self.run(schedule.again(), random: seed, isTraced: true)
      if Task.isCancelled { break }
      guard Failure(of: again, expecting: expected) == failure else {
        // It stays as it was: only it shows the failure.
        exploration.repetition = .none
        break
      }
      exploration.failure = again
      let differing = await findDiffering(again, first)
      var replayed: Run?
      if let (run, plain) = differing { replayed = await replay(run, unlike: plain, shrinks: shrinks) }
      if shrinks { exploration.shrunk = replayed }
      if replayed != nil {
        exploration.differing = differing?.run
      } else if !Task.isCancelled {
        exploration.repetition = .withSeed
      }
      break
    }
    guard exploration.failure == nil else { return exploration }
    if isCancelled, exploration.count > 0 {
      // The remaining runs could have had what is missing.
      exploration.doubts = ["The task was cancelled after \(exploration.count) schedules: the others were not tried."]
    } else {
      exploration.missingFaults = unseen.faults
      exploration.doubts = doubts(count: exploration.count)
      // A search that has not seen what it was to try has not tried the rest either.
      if exploration.doubts.isEmpty { exploration.doubts = coverage.doubts }
    }
    return exploration
  }

  func replay(_ deviations: [Deviation], random: UInt64) async -> ScheduleExploration<Outcome> {
    var exploration = ScheduleExploration<Outcome>()
    let plain = await plainRun(like: deviations, random: random)
    unseen = .of(deviations)
    let run = await self.run(makeSchedule(given: deviations), random: random, isTraced: true)
    exploration.count = 1
    exploration.first = plain
    exploration.expected = plain
    if Task.isCancelled {
      // Waits end early.
      exploration.doubts = ["The task was cancelled: its runs prove nothing."]
    } else if let wait = await unseenWait(of: run) {
      exploration.unseenWait = wait
    } else if Failure(of: run, expecting: plain) != nil {
      exploration.failure = run
      exploration.differing = run
    } else {
      exploration.doubts = doubts(count: 1)
    }
    return exploration
  }

  private func doubts(count: Int) -> [String] {
    guard count > 0 else {
      return ["No schedule was tried: \(Task.isCancelled ? "the task was cancelled" : "there are no seeds")."]
    }
    guard hasHadStores else { return ["No run has made a store with the options of its bench: nothing was chosen."] }
    let givenUp = "A wait was given up after 'settlingLimit': the machine decided where it ended. Advance to a time."
    return (hasGivenUp ? [givenUp] : []) + unseen.doubts
  }

  // MARK: Runs

  private func makeSchedule(_ seed: UInt64) -> Schedule {
    Schedule(
      seed: seed,
      strategy: strategy,
      time: time,
      faults: faults,
      given: strategy == .newOrders ? orders.beginning(of: seed).map(\.deviation) : []
    )
  }

  private func makeSchedule(given deviations: [Deviation]) -> Schedule {
    Schedule(seed: nil, time: time, faults: faults.withoutFaults, given: deviations)
  }

  private func run(_ schedule: Schedule, random: UInt64, isTraced: Bool) async -> Run {
    let bench = TestBench(schedule: schedule, random: random, isTraced: isTraced)
    let orders = strategy == .newOrders && schedule.seed != nil ? EventOrders() : nil
    if let orders { bench.observers.append(orders) }
    bench.leaveNeverQuietToRun()
    if hasBeenRestless { bench.executor.activity.mostTurns = 1_000 }
    var outcome: Result<Outcome, any Error>
    var unfinished: [String] = []
    do {
      let value = try await test(bench)
      // Those of stores that the test has released meanwhile, too.
      if isTraced { unfinished = schedule.encounters.running }
      if !bench.stores.isEmpty { try await bench.finish() }
      try bench.checkQuiet()
      outcome = .success(value)
    } catch {
      outcome = .failure(bench.brokenProperty ?? error)
    }
    bench.endForEver()
    bench.releaseStores()
    hasHadStores = hasHadStores || bench.executor.activity.hasHadStores
    hasGivenUp = hasGivenUp || bench.clock.hasGivenUp
    unseen.remove(bench)
    coverage.add(bench)
    hasBeenRestless = hasBeenRestless || bench.executor.activity.repeatedActions != nil
    if let orders { self.orders.learn(orders.orders, from: bench.deviations.map { EngineDeviation($0) }) }
    return Run(
      seed: schedule.seed ?? random,
      origin: schedule.seed == nil ? .list : schedule.given.isEmpty ? .seed : .search,
      outcome: outcome,
      trace: Array(bench.trace.prefix(bench.lineCountAtBreak ?? .max)),
      deviations: bench.deviations,
      story: bench.story.lines,
      stepCount: bench.stepCount,
      skippedSteps: bench.skippedSteps,
      unfinished: unfinished,
      usesRandom: bench.usesRandom,
      throwsOwnErrors: faults.throwsOwnErrors,
      time: time
    )
  }

  /// Returns the run with the same steps and without other deviations.
  private func plainRun(like deviations: [Deviation], random: UInt64) async -> Run {
    // It shows nothing of what was asked for.
    let unseen = unseen
    defer { self.unseen = unseen }
    return await run(makeSchedule(given: deviations.filter(\.isSkip)), random: random, isTraced: false)
  }

  /// Returns the property that a run has broken, if the plain run breaks it too, each while an effect waits for something
  /// that the bench does not see.
  ///
  /// Such a fake has not answered in any run. If the plain run does not fail, the schedule has broken the property, and
  /// what waits may well be a subscription.
  private func unseenWait(of run: Run) async -> BrokenProperty? {
    guard let broken = run.brokenWhileWaiting else { return nil }
    let plain = await plainRun(like: run.deviations, random: run.seed)
    return plain.brokenWhileWaiting?.property == broken.property && !Task.isCancelled ? broken : nil
  }

  // MARK: Shrinking

  /// Returns the failing run and its plain run, or those of the first seed if the failing one is like the plain run;
  /// `nil` if the first one is, too, or the task was cancelled.
  private func findDiffering(_ failing: Run, _ first: Run) async -> (run: Run, plain: Run)? {
    for run in [failing, first] {
      let plain = await plainRun(like: [], random: run.seed)
      if Task.isCancelled { return nil }
      if Failure(of: run, expecting: plain) != nil { return (run, plain) }
    }
    return nil
  }

  /// Returns a run without a seed that fails as `failing` does, the smallest one if it `shrinks`; `nil` if that does not
  /// fail again.
  ///
  /// If outcomes differ, it has another outcome than the plain run of the same steps. Otherwise the plain run of the
  /// same steps does not fail, or fails like that of all steps: what has to hold in the end may not hold if the user
  /// does nothing.
  private func replay(_ failing: Run, unlike plain: Run, shrinks: Bool) async -> Run? {
    guard let failure = Failure(of: failing, expecting: plain) else { return nil }
    let (seed, origin) = (failing.seed, failing.origin)
    let plainFailure = Failure(of: plain, expecting: plain)
    func attempt(_ given: [Deviation], isTraced: Bool) async -> Run? {
      let run = await self.run(makeSchedule(given: given), random: seed, isTraced: isTraced)
      // With fewer steps, another outcome is right.
      if failure == .outcome {
        return Failure(of: run, expecting: await plainRun(like: given, random: seed)) == failure ? run : nil
      }
      guard Failure(of: run, expecting: plain) == failure else { return nil }
      guard failure != plainFailure, given.contains(where: \.isSkip) else { return run }
      // With fewer steps it may fail because the user has not done something.
      let fewer = await plainRun(like: given, random: seed)
      let fewerFailure = Failure(of: fewer, expecting: fewer)
      return fewerFailure == nil || fewerFailure == plainFailure ? run : nil
    }
    var shrinker = Shrinker(time: time) { deviations in
      await attempt(deviations.map(\.deviation), isTraced: false)?.deviations.map { EngineDeviation($0) }
    }
    let all = failing.deviations.map { EngineDeviation($0) }
    let fewest = shrinks ? await shrinker.shrink(all, stepCount: failing.stepCount) : all
    var shrunk = await attempt(fewest.map(\.deviation), isTraced: true)
    shrunk?.origin = origin
    shrunk?.isCutShort = shrinker.isCutShort
    return shrunk
  }
}

/// The way in which a run failed.
private enum Failure: Equatable {
  case property(String)
  case error(String)
  case outcome

  /// Finds the failure of a run that should have had the same outcome as another; `nil` if it has not failed.
  init?<Outcome>(of run: ScheduleExploration<Outcome>.Run, expecting first: ScheduleExploration<Outcome>.Run) {
    switch run.outcome {
    case .failure(let broken as BrokenProperty):
      self = .property(broken.property)
    case .failure(let error):
      self = .error(Self.kind(of: error))
    case .success(let value):
      if case .success(let expected) = first.outcome, ValueParts.areEqual(value, expected) { return nil }
      self = .outcome
    }
  }

  /// Returns the type of an error, with the case of an enum: its associated values may be others in each run.
  private static func kind(of error: any Error) -> String {
    let type = String(reflecting: type(of: error))
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum else { return type }
    if let name = mirror.children.first?.label { return "\(type).\(name)" }
    // A case without associated values is written as its name, unless the user has other words, which may change.
    // As an error it would have words of its own always: with Foundation, each is an `NSError` to the compiler.
    let value: Any = error
    return value is any CustomStringConvertible ? type : "\(type).\(value)"
  }
}

extension Schedule {
  /// Returns the same schedule before its first choice.
  func again() -> Schedule {
    Schedule(seed: seed, strategy: strategy, time: time, faults: faults, given: given)
  }
}
