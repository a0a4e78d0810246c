#if Exhaustive
import Testing

@testable import EngineLab

@MainActor
@Suite struct CheckoutPlayTests {
  private func scenario(
    _ steps: Script<Checkout>.Step...,
    parameters: Checkout = Checkout(),
    until: Duration? = nil
  ) -> Scenario {
    Scenario(title: "Test", script: Script(parameters: parameters, steps: steps, until: until))
  }

  private func state(_ checkout: String, _ done: String, _ attempts: String) -> FinalState {
    FinalState(rows: [
      FinalState.Row("Checkout", checkout), FinalState.Row("Done", done), FinalState.Row("Attempts", attempts),
    ])
  }

  @Test(arguments: LabEngine.all)
  func `the steps are done one after another`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .buyTapped)))
    #expect(
      report.texts == [
        "0.0 buy requested", "0.0 reserve started", "100.0 reserve done", "100.0 pay started", "200.0 pay done",
        "200.0 confirm started", "300.0 confirm done",
      ]
    )
    #expect(report.finalState == state("confirmed", "reserve, pay, confirm", "reserve 1, pay 1, confirm 1"))
    #expect(report.totals == RunTotals(actions: 7, started: 3, finished: 3))
  }

  @Test(arguments: LabEngine.all)
  func `a failed payment is retried after growing waits, none above the cap`(
    engine: LabEngine
  ) async throws {
    let parameters = Checkout(failures: 3, attempts: 4, cap: .milliseconds(500))
    let report = await engine.play(scenario(.at(0, .buyTapped), parameters: parameters))
    // Waits of 200, 400 and 500 ms.
    #expect(
      report.texts.dropFirst(3) == [
        "100.0 pay started", "200.0 pay failed: the payment service is unavailable",
        "400.0 pay started", "500.0 pay failed: the payment service is unavailable",
        "900.0 pay started", "1000.0 pay failed: the payment service is unavailable",
        "1500.0 pay started", "1600.0 pay done", "1600.0 confirm started", "1700.0 confirm done",
      ]
    )
    #expect(report.finalState == state("confirmed", "reserve, pay, confirm", "reserve 1, pay 4, confirm 1"))
    // All attempts at a step are one effect.
    #expect(report.totals.started == 3)
    #expect(report.totals.failed == 0)
  }

  @Test(arguments: LabEngine.all)
  func `a payment that fails too often ends the purchase`(engine: LabEngine) async throws {
    let parameters = Checkout(failures: 9, attempts: 2)
    let report = await engine.play(scenario(.at(0, .buyTapped), parameters: parameters))
    #expect(
      report.texts.suffix(3) == [
        "400.0 pay started", "500.0 pay failed: the payment service is unavailable",
        "500.0 checkout failed: the payment service is unavailable",
      ]
    )
    #expect(
      report.finalState == state("failed: the payment service is unavailable", "reserve", "reserve 1, pay 2")
    )
    #expect(report.totals.failed == 1)
  }

  @Test(arguments: LabEngine.all)
  func `each attempt has its own timeout`(engine: LabEngine) async throws {
    let parameters = Checkout(payTime: .seconds(3), timeout: .milliseconds(500), attempts: 2)
    let report = await engine.play(scenario(.at(0, .buyTapped), parameters: parameters))
    #expect(
      report.texts.dropFirst(3) == [
        "100.0 pay started", "600.0 pay failed: it took too long", "800.0 pay started",
        "1300.0 pay failed: it took too long",
        "1300.0 checkout failed: The effect did not end within 0.5 seconds.",
      ]
    )
    #expect(report.value("Checkout") == "failed: The effect did not end within 0.5 seconds.")
    #expect(report.totals.dropped == 0)
  }

  @Test(arguments: LabEngine.all)
  func `a cancel during a step starts no further step`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .buyTapped), .at(150, .cancelTapped)))
    #expect(
      report.texts.suffix(3) == ["100.0 pay started", "150.0 cancel requested", "150.0 pay cancelled"]
    )
    #expect(report.finalState == state("cancelled", "reserve", "reserve 1, pay 1"))
    // The failure of the cancelled attempt is not handled.
    #expect(report.totals == RunTotals(actions: 5, started: 2, finished: 1, cancelled: 1, dropped: 1))
  }

  @Test(arguments: LabEngine.all)
  func `a cancel between two attempts makes no further attempt`(engine: LabEngine) async throws {
    let parameters = Checkout(failures: 1)
    let report = await engine.play(scenario(.at(0, .buyTapped), .at(300, .cancelTapped), parameters: parameters))
    #expect(
      report.texts.suffix(3) == [
        "200.0 pay failed: the payment service is unavailable", "300.0 cancel requested", "300.0 pay cancelled",
      ]
    )
    #expect(report.finalState == state("cancelled", "reserve", "reserve 1, pay 1"))
  }

  @Test(arguments: LabEngine.all)
  func `a second tap during a purchase buys nothing, and the purchase can still be cancelled`(
    engine: LabEngine
  ) async throws {
    let report = await engine.play(scenario(.at(0, .buyTapped), .at(50, .buyTapped), .at(150, .cancelTapped)))
    #expect(report.totals.started == 2)
    #expect(report.value("Checkout") == "cancelled")
    #expect(report.texts.last == "150.0 pay cancelled")
  }

  @Test(arguments: LabEngine.all)
  func `a cancel without a purchase changes nothing`(engine: LabEngine) async throws {
    let before = await engine.play(scenario(.at(0, .cancelTapped)))
    #expect(before.finalState == state("idle", "none", "none"))
    let after = await engine.play(scenario(.at(0, .buyTapped), .at(1000, .cancelTapped)))
    #expect(after.value("Checkout") == "confirmed")
  }

  @Test(arguments: LabEngine.all)
  func `a purchase after one that ended starts from the beginning`(engine: LabEngine) async throws {
    let parameters = Checkout(failures: 1, attempts: 1)
    let report = await engine.play(scenario(.at(0, .buyTapped), .at(500, .buyTapped), parameters: parameters))
    #expect(report.texts.contains("200.0 checkout failed: the payment service is unavailable"))
    #expect(report.texts.last == "800.0 confirm done")
    #expect(report.finalState == state("confirmed", "reserve, pay, confirm", "reserve 1, pay 1, confirm 1"))
  }

  @Test(arguments: LabEngine.all)
  func `a scenario that ends during a purchase starts no further step`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .buyTapped), until: .milliseconds(150)))
    #expect(report.texts.last == "150.0 pay cancelled")
    #expect(report.totals.started == 2)
  }

  @Test(arguments: LabEngine.all)
  func `jitter shortens the waits, the same way for the same seed`(engine: LabEngine) async throws {
    func report(seed: Int) async throws -> RunReport {
      let parameters = Checkout(failures: 1, jitter: 0.5, seed: seed)
      return await engine.play(scenario(.at(0, .buyTapped), parameters: parameters))
    }
    let first = try await report(seed: 1)
    #expect(try await report(seed: 1) == first)
    #expect(try await report(seed: 2) != first)
    let attempts = first.events.filter { $0.text == "pay started" }.map(\.time)
    // The first attempt fails at 200 ms, and the wait is between 100 and 200 ms.
    #expect(attempts.count == 2)
    #expect(attempts[1] > .milliseconds(300) && attempts[1] <= .milliseconds(400))
  }

  @Test(arguments: LabEngine.all)
  func `a run in real time shows each attempt`(engine: LabEngine) async throws {
    // Long enough for a busy machine.
    let parameters = Checkout(stepTime: .zero, failures: 1, timeout: .seconds(600), delay: .zero)
    var lines: [String] = []
    let scenario = scenario(.at(0, .buyTapped), parameters: parameters)
    let report = try await scenario.script.run(on: engine, files: Corpus.empty) { lines.append($0.progress) }
    #expect(report.value("Checkout") == "confirmed")
    #expect(lines.first == "buying")
    #expect(lines.contains("buying, reserve 1, pay 2"))
    #expect(lines.last == "confirmed, reserve 1, pay 2, confirm 1")
  }
}
#endif
