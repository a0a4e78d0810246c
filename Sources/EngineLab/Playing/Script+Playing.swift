import StoreCore
import StoreRecording
import StoreSimulation

// Virtual time uses the package's own comparison; only the lab plays in real time.
@MainActor
extension AnyScript {
  /// Plays the script on several engines in virtual time, and compares the results.
  func compare(
    on engines: [LabEngine],
    files: Corpus,
    deviations: [EngineDeviation],
    stopwatch: Stopwatch?
  ) async -> EngineComparison<RunObservation> {
    let players = engines.map { player(on: $0, files, stopwatch: stopwatch) }
    return await compareEngines(scenario, on: players, replaying: deviations, isTraced: false)
  }

  /// Plays the script in one schedule after another, up to the first in which engines differ.
  ///
  /// `onShrinking` gets the seed of the schedule that is to be cut down, before that begins; `progress` gets the number
  /// of schedules in which engines agree.
  ///
  /// - Returns: The comparison in which they differ, with its seed, or one in doubt, because nothing that was asked for
  ///   has come; nil if they agree in all, or the task was cancelled.
  func explore(
    on engines: [LabEngine],
    files: Corpus,
    seeds: SeedRange,
    disturbances: Disturbances,
    search: SearchStrategy,
    shrinks: Bool,
    onShrinking: (UInt64) -> Void,
    progress: (Int) -> Void
  ) async -> EngineComparison<RunObservation>? {
    let players = engines.map { player(on: $0, files) }
    return await compareEngines(
      scenario,
      on: players,
      seeds: seeds,
      time: disturbances.time,
      faults: disturbances.faults,
      search: search,
      shrinks: shrinks,
      progress: progress,
      onShrinking: onShrinking
    )
  }

  /// Plays the script on one engine in real time; a cancelled task cancels all effects, and throws `CancellationError`.
  ///
  /// With a session, what happens is written while it happens.
  func run(
    on engine: LabEngine,
    files: Corpus,
    session: SessionOutput? = nil,
    progress: @escaping @MainActor (ProgressLine) -> Void
  ) async throws -> RunReport {
    let (play, start) = begin(on: engine, files: files, progress: progress)
    let writing = session.map { session in Task { await session.write(play.session) } }
    func endSession() async {
      // What was recorded before is written.
      writing?.cancel()
      await writing?.value
    }
    do {
      try await perform(play, from: start) { step in
        if let session { play.session.note(session.title(ofStepAt: step.line)) }
      }
    } catch {
      await endSession()
      throw error
    }
    await endSession()
    return play.report()
  }

  /// Plays the script on one engine in real time; a cancelled task cancels all effects, and throws `CancellationError`.
  ///
  /// - Returns: a function that cancels what was begun later. It keeps the store.
  func play(on engine: LabEngine, files: Corpus) async throws -> @MainActor @Sendable () -> Void {
    let (play, start) = begin(on: engine, files: files) { _ in }
    try await perform(play, from: start) { _ in }
    return { play.cancelAll() }
  }

  private func begin(
    on engine: LabEngine,
    files: Corpus,
    progress: @escaping @MainActor (ProgressLine) -> Void
  ) -> (Play<Feature>, start: ContinuousClock.Instant) {
    let clock = ContinuousClock()
    let start = clock.now
    let world = World(clock: clock, isVirtual: false, files: files)
    // A day: real work has no fixed limit, and the user can interrupt it.
    let options = StoreOptions(clock: clock, settlingLimit: .seconds(86_400))
    func show(_ state: Feature.State) { progress(ProgressLine(elapsed: world.elapsed(), state: state)) }
    return (Play<Feature>(parameters, on: engine, in: world, options: options, onChange: show), start)
  }

  private func perform(
    _ play: Play<Feature>,
    from start: ContinuousClock.Instant,
    before: (Script<Feature>.Step) -> Void
  ) async throws {
    do {
      for step in steps {
        try await Task.sleep(until: start.advanced(by: step.at))
        before(step)
        play.perform(step.action)
      }
      if let until {
        try await Task.sleep(until: start.advanced(by: until))
        play.cancelAll()
      }
      await play.finish()
      try Task.checkCancellation()
    } catch {
      play.cancelAll()
      throw error
    }
  }

  private var scenario: StoreSimulation.Scenario<Feature.Action> {
    StoreSimulation.Scenario(feature, steps: steps.map { .at($0.at, $0.action) }, end: until)
  }

  private func player(
    on engine: LabEngine,
    _ files: Corpus,
    stopwatch: Stopwatch? = nil
  ) -> ComparedEngine<Feature.Action, RunObservation> {
    ComparedEngine(named: engine.name) { bench in
      let start = stopwatch?()
      let play = Play<Feature>(
        parameters,
        on: engine,
        in: World(clock: bench.clock, isVirtual: true, files: files),
        options: bench.options
      )
      return (play: play, bench: bench, start: start)
    } perform: {
      $0.play.perform($1)
    } end: {
      $0.play.cancelAll()
    } observe: {
      let (jobs, start) = ($0.bench.executor.jobCount, $0.start)
      let time = stopwatch.flatMap { watch in start.map { watch() - $0 } }
      return $0.play.observe(cost: RunCost(jobs: jobs, time: time))
    }
  }
}
