#if Exhaustive
import StoreCore
import Testing

@testable import EngineLab

@MainActor
@Suite struct TickerPlayTests {
  private func scenario(
    _ steps: Script<Ticker>.Step...,
    interval: Duration = .milliseconds(100),
    burst: Int = 10,
    count: Int = 40,
    until: Duration? = nil
  ) -> Scenario {
    let parameters = Ticker(interval: interval, burst: burst, count: count)
    return Scenario(title: "Test", script: Script(parameters: parameters, steps: steps, until: until))
  }

  private func state(_ activity: String, _ received: Int, of count: Int = 40) -> FinalState {
    FinalState(rows: [
      FinalState.Row("Ticker", activity),
      FinalState.Row("Received", received == 0 ? "nothing" : "\(received) of \(count) ticks"),
      FinalState.Row("Last", received == 0 ? "none" : "\(received)"), FinalState.Row("Lost", "none"),
      FinalState.Row("Reordered", "none"),
    ])
  }

  @Test(arguments: LabEngine.all)
  func `all ticks come in order, burst by burst`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped)))
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

  @Test(arguments: LabEngine.all)
  func `a slow stream never has more than one burst waiting`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped)))
    #expect(report.totals.mostWaiting == mostWaiting(10, on: engine))
  }

  @Test(arguments: LabEngine.all)
  func `a burst beyond the bound has no more ticks waiting than the bound, and none is lost`(
    engine: LabEngine
  ) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), burst: 5000, count: 10_000))
    #expect(report.totals.mostWaiting == mostWaiting(StreamLimits.capacity, on: engine))
    #expect(report.finalState == state("finished", 10_000, of: 10_000))
  }

  @Test(arguments: LabEngine.all)
  func `in real time, too, no more ticks wait than the bound, and none is lost`(engine: LabEngine) async throws {
    let scenario = scenario(.at(0, .startTapped), interval: .zero, burst: 1000, count: 2000)
    let report = try await scenario.script.run(on: engine, files: Corpus.empty) { _ in }
    let mostWaiting = try #require(report.totals.mostWaiting)
    #expect((1...StreamLimits.capacity).contains(mostWaiting))
    #expect(report.finalState == state("finished", 2000, of: 2000))
  }

  @Test(arguments: LabEngine.all)
  func `a run in real time waits for ticks that are still to come`(engine: LabEngine) async throws {
    let scenario = scenario(.at(0, .startTapped), interval: .milliseconds(1), count: 30)
    let report = try await scenario.script.run(on: engine, files: Corpus.empty) { _ in }
    #expect(report.finalState == state("finished", 30, of: 30))
  }

  @Test(arguments: LabEngine.all)
  func `a stop ends the ticker between two bursts`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), .at(250, .stopTapped)))
    #expect(report.texts.suffix(3) == ["200.0 tick 20 of 40", "250.0 stop requested", "250.0 ticker cancelled"])
    #expect(report.finalState == state("stopped", 20))
    #expect(report.totals.cancelled == 1)
  }

  @Test(arguments: LabEngine.all)
  func `a stop without a ticker changes nothing`(engine: LabEngine) async throws {
    #expect(await engine.play(scenario(.at(0, .stopTapped))).finalState == state("idle", 0))
    #expect(
      await engine.play(scenario(.at(0, .startTapped), .at(1000, .stopTapped))).finalState == state("finished", 40)
    )
  }

  @Test(arguments: LabEngine.all)
  func `a start during a run begins with the first tick again`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), .at(250, .startTapped)))
    #expect(
      report.texts.dropFirst(4) == [
        "250.0 start requested", "250.0 ticker replaced", "350.0 tick 1 of 40", "350.0 tick 10 of 40",
        "450.0 tick 20 of 40", "550.0 tick 30 of 40", "650.0 tick 40 of 40",
      ]
    )
    #expect(report.finalState == state("finished", 40))
  }

  @Test(arguments: LabEngine.all)
  func `a scenario that ends before its ticker cancels it`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), until: .milliseconds(150)))
    #expect(report.texts.last == "150.0 ticker cancelled")
    #expect(report.finalState == state("ticking", 10))
  }

  /// The most ticks that wait: the given number if a stream is read ahead, one if each tick is requested singly.
  private func mostWaiting(_ count: Int, on engine: LabEngine) -> Int {
    engine.name == "feature" ? 1 : count
  }
}
#endif
