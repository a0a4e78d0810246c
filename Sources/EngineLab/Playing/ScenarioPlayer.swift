import StoreCore

/// Plays scenarios on the stores of one engine.
@MainActor
struct ScenarioPlayer<Hosts: HostFamily> {
  /// The name of the engine.
  let engine: String

  /// Plays a scenario from its first step to its end.
  ///
  /// - Throws: `CancellationError` soon after the calling task is cancelled, when all effects were cancelled.
  func play(_ scenario: Scenario, on stage: some Stage) async throws -> RunReport {
    let until = scenario.until
    return switch scenario.content {
    case .search(let script): try await play(script, until: until, host: Hosts.Search.self, on: stage)
    case .download(let script): try await play(script, until: until, host: Hosts.Download.self, on: stage)
    case .ticker(let script): try await play(script, until: until, host: Hosts.Ticker.self, on: stage)
    case .checkout(let script): try await play(script, until: until, host: Hosts.Checkout.self, on: stage)
    }
  }

  private func play<Host: FeatureHost>(
    _ script: Script<Host.Feature>,
    until: Duration?,
    host _: Host.Type,
    on stage: some Stage
  ) async throws -> RunReport {
    let recorder = RunRecorder<Host.Feature.Event>(
      backlog: stage.world.backlog,
      isBrief: stage.isBrief,
      now: stage.elapsed
    )
    let host = Host(
      environment: Host.Feature.environment(script.parameters, in: stage.world),
      options: StoreOptions(
        name: engine,
        executor: stage.executor,
        clock: stage.world.clock,
        observers: [recorder] + stage.observers,
        settlingLimit: stage.settlingLimit
      )
    )
    recorder.show(Host.screen(host.store.state).finalState)
    host.store.subscribe { state in
      let screen = Host.screen(state)
      recorder.show(screen.finalState)
      stage.progress?(ProgressLine(elapsed: stage.elapsed(), screen: screen))
    }
    var handles: [SendHandle] = []
    // By the handles first: a sequence goes on with its next member when one is cancelled by name.
    func cancelAll() {
      for handle in handles { handle.cancel() }
      host.store.cancel(.all)
    }
    do {
      for (index, step) in script.steps.enumerated() {
        try await stage.wait(until: step.at, beforeStep: index)
        handles.append(host.perform(step.command))
      }
      if let until {
        try await stage.wait(until: until, beforeStep: nil)
        cancelAll()
      }
      await stage.finish(host.store, handles)
      try Task.checkCancellation()
    } catch {
      cancelAll()
      throw error
    }
    return RunReport(
      engine: engine,
      events: recorder.events,
      finalState: Host.screen(host.store.state).finalState,
      totals: recorder.totals,
      timeline: recorder.timeline,
      cost: RunCost(jobs: stage.jobCount)
    )
  }
}
