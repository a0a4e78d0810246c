import EngineLab
import StoreCore
import Testing

@MainActor
@Suite struct TickerPlayTests {
  private func scenario(
    _ steps: Script<TickerFeature>.Step...,
    interval: Duration = .milliseconds(100),
    burst: Int = 10,
    count: Int = 40,
    until: Duration? = nil
  ) -> Scenario {
    let parameters = TickerParameters(interval: interval, burst: burst, count: count)
    return Scenario(title: "Test", content: .ticker(Script(parameters: parameters, steps: steps)), until: until)
  }

  private func state(_ activity: String, _ received: Int, of count: Int = 40) -> FinalState {
    FinalState(rows: [
      FinalState.Row("Ticker", activity),
      FinalState.Row("Received", received == 0 ? "nothing" : "\(received) of \(count) ticks"),
      FinalState.Row("Last", received == 0 ? "none" : "\(received)"), FinalState.Row("Lost", "none"),
      FinalState.Row("Reordered", "none"),
    ])
  }

  @Test(arguments: PlayedEngines.all)
  func `all ticks come in their order, burst by burst`(engine: any LabEngine) async throws {
    let report = try await engine.play(scenario(.at(0, .start)))
    #expect(
      report.texts == [
        "0.0 start requested", "100.0 tick 1 of 40", "100.0 tick 10 of 40", "200.0 tick 20 of 40",
        "300.0 tick 30 of 40", "400.0 tick 40 of 40",
      ]
    )
    #expect(report.finalState == state("finished", 40))
    #expect(report.totals.started == 1)
    #expect(report.totals.finished == 1)
  }

  @Test(arguments: PlayedEngines.all)
  func `a slow stream never has more than a burst waiting`(engine: any LabEngine) async throws {
    let report = try await engine.play(scenario(.at(0, .start)))
    #expect(report.totals.mostWaiting == mostWaiting(10, on: engine))
  }

  @Test(arguments: PlayedEngines.all)
  func `of a burst beyond the bound no more ticks wait than the bound, and none is lost`(
    engine: any LabEngine
  ) async throws {
    let stage = VirtualStage(files: Corpus.empty)
    let report = try await engine.play(scenario(.at(0, .start), burst: 5000, count: 10_000), on: stage)
    #expect(report.totals.mostWaiting == mostWaiting(StreamLimits.capacity, on: engine))
    #expect(report.finalState == state("finished", 10_000, of: 10_000))
    #expect(stage.world.backlog.waiting == 0)
  }

  @Test(arguments: PlayedEngines.all)
  func `in real time too no more ticks wait than the bound, and none is lost`(engine: any LabEngine) async throws {
    let stage = LiveStage(files: Corpus.empty) { _ in }
    let report = try await engine.play(
      scenario(.at(0, .start), interval: .zero, burst: 1000, count: 2000),
      on: stage
    )
    let mostWaiting = try #require(report.totals.mostWaiting)
    #expect((1...StreamLimits.capacity).contains(mostWaiting))
    #expect(report.finalState == state("finished", 2000, of: 2000))
    #expect(stage.world.backlog.waiting == 0)
  }

  @Test(arguments: PlayedEngines.all)
  func `a stop ends the ticker between two bursts`(engine: any LabEngine) async throws {
    let report = try await engine.play(scenario(.at(0, .start), .at(250, .stop)))
    #expect(report.texts.suffix(3) == ["200.0 tick 20 of 40", "250.0 stop requested", "250.0 ticker cancelled"])
    #expect(report.finalState == state("stopped", 20))
    #expect(report.totals.cancelled == 1)
  }

  @Test(arguments: PlayedEngines.all)
  func `a stop without a ticker changes nothing`(engine: any LabEngine) async throws {
    #expect(try await engine.play(scenario(.at(0, .stop))).finalState == state("idle", 0))
    #expect(try await engine.play(scenario(.at(0, .start), .at(1000, .stop))).finalState == state("finished", 40))
  }

  @Test(arguments: PlayedEngines.all)
  func `a start while one runs begins with the first tick again`(engine: any LabEngine) async throws {
    let report = try await engine.play(scenario(.at(0, .start), .at(250, .start)))
    #expect(
      report.texts.dropFirst(4) == [
        "250.0 start requested", "250.0 ticker replaced", "350.0 tick 1 of 40", "350.0 tick 10 of 40",
        "450.0 tick 20 of 40", "550.0 tick 30 of 40", "650.0 tick 40 of 40",
      ]
    )
    #expect(report.finalState == state("finished", 40))
  }

  @Test(arguments: PlayedEngines.all)
  func `a scenario that ends before its ticker cancels it`(engine: any LabEngine) async throws {
    let report = try await engine.play(scenario(.at(0, .start), until: .milliseconds(150)))
    #expect(report.texts.last == "150.0 ticker cancelled")
    #expect(report.finalState == state("ticking", 10))
  }

  /// What waits at most: so many where a stream is read ahead, one where each tick is asked for in its turn.
  private func mostWaiting(_ count: Int, on engine: any LabEngine) -> Int {
    engine.name == "feature" ? 1 : count
  }
}
