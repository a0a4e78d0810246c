import StoreCore
import StoreTesting

/// Plays a scenario on a store of the search feature, in virtual or in real time.
@MainActor
struct ScenarioPlayer {
  typealias MakeHost<Host: SearchHost> = @MainActor (SearchEnvironment, StoreOptions) -> Host

  let scenario: Scenario
  let engine: String

  /// Plays in virtual time: the same scenario and corpus give the same report every time.
  func compare<Host: SearchHost>(corpus: Corpus, on makeHost: MakeHost<Host>) async throws -> RunReport {
    let executor = TestExecutor()
    let clock = TestClock(executor: executor)
    let recorder = RunRecorder { clock.now.offset }
    let environment = SearchEnvironment(
      source: corpus,
      parameters: scenario.search,
      readTime: scenario.search.readTime,
      clock: clock
    )
    let host = makeHost(environment, StoreOptions(name: engine, executor: executor, clock: clock, observer: recorder))
    for step in scenario.steps {
      try Task.checkCancellation()
      await clock.advance(to: TestClock.Instant(offset: step.at))
      host.perform(step.command)
    }
    if let until = scenario.until {
      await clock.advance(to: TestClock.Instant(offset: until))
      host.engine.cancel(.all)
    } else {
      await clock.runUntilIdle()
    }
    await host.engine.settle()
    return report(of: host, recorder)
  }

  /// Plays in real time, and tells of each change.
  func run<Host: SearchHost>(
    source: FolderReader,
    on makeHost: MakeHost<Host>,
    progress: @escaping @MainActor (ProgressLine) -> Void
  ) async throws -> RunReport {
    let clock = ContinuousClock()
    let start = clock.now
    let recorder = RunRecorder { clock.now - start }
    let environment = SearchEnvironment(source: source, parameters: scenario.search, readTime: nil, clock: clock)
    let host = makeHost(environment, StoreOptions(name: engine, clock: clock, observer: recorder))
    host.onChange { screen in
      progress(ProgressLine(elapsed: clock.now - start, query: screen.query, activity: screen.activity))
    }
    do {
      for step in scenario.steps {
        try await clock.sleep(until: start.advanced(by: step.at))
        host.perform(step.command)
      }
      if let until = scenario.until {
        try await clock.sleep(until: start.advanced(by: until))
        host.engine.cancel(.all)
      }
      await host.engine.settle()
      try Task.checkCancellation()
    } catch {
      host.engine.cancel(.all)
      throw error
    }
    return report(of: host, recorder)
  }

  private func report(of host: some SearchHost, _ recorder: RunRecorder) -> RunReport {
    let screen = host.screen
    return RunReport(
      engine: engine,
      events: recorder.events,
      query: screen.query,
      hits: screen.outcome.hits,
      totalHits: screen.outcome.totalHits,
      totals: recorder.totals,
      skipped: screen.outcome.skipped
    )
  }
}
