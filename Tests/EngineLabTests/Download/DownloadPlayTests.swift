#if Exhaustive
import Testing

@testable import EngineLab

@MainActor
@Suite struct DownloadPlayTests {
  private func scenario(
    _ steps: Script<Download>.Step...,
    chunkTime: Duration = .milliseconds(100),
    breaksAt: Int? = nil,
    until: Duration? = nil
  ) -> Scenario {
    let parameters = Download(size: 350, chunk: 100, chunkTime: chunkTime, breaksAt: breaksAt)
    return Scenario(title: "Test", script: Script(parameters: parameters, steps: steps, until: until))
  }

  @Test(arguments: LabEngine.all)
  func `a download shows its quarters and ends with the whole file`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(50, .startTapped)))
    #expect(
      report.texts == [
        "50.0 start requested", "50.0 download started", "150.0 received 100 of 350 KB",
        "250.0 received 200 of 350 KB", "350.0 received 300 of 350 KB", "450.0 received 350 of 350 KB",
        "450.0 download finished",
      ]
    )
    #expect(
      report.finalState
        == FinalState(rows: [
          FinalState.Row("Download", "finished"), FinalState.Row("Received", "350 of 350 KB"),
        ])
    )
    #expect(report.totals.started == 1)
    #expect(report.totals.finished == 1)
    #expect(report.totals.dropped == 0)
  }

  @Test(arguments: LabEngine.all)
  func `a cancel stops the download and keeps what was received`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), .at(250, .cancelTapped)))
    #expect(report.texts.suffix(2) == ["250.0 cancel requested", "250.0 download cancelled"])
    #expect(report.value("Download") == "cancelled")
    #expect(report.value("Received") == "200 of 350 KB")
    #expect(report.totals.cancelled == 1)
    #expect(report.totals.finished == 0)
  }

  @Test(arguments: LabEngine.all)
  func `a cancel without a download changes nothing`(engine: LabEngine) async throws {
    let before = await engine.play(scenario(.at(0, .cancelTapped)))
    #expect(before.texts == ["0.0 cancel requested"])
    #expect(before.value("Download") == "idle")
    #expect(before.value("Received") == "nothing")
    let after = await engine.play(scenario(.at(0, .startTapped), .at(1000, .cancelTapped)))
    #expect(after.value("Download") == "finished")
  }

  @Test(arguments: LabEngine.all)
  func `a start during a run starts from the beginning`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), .at(250, .startTapped)))
    #expect(
      report.texts.dropFirst(4) == [
        "250.0 start requested", "250.0 download replaced", "250.0 download started",
        "350.0 received 100 of 350 KB", "450.0 received 200 of 350 KB", "550.0 received 300 of 350 KB",
        "650.0 received 350 of 350 KB", "650.0 download finished",
      ]
    )
    #expect(report.value("Received") == "350 of 350 KB")
    #expect(report.totals.started == 2)
    #expect(report.totals.cancelled == 1)
  }

  @Test(arguments: LabEngine.all)
  func `a download after a cancelled one starts from the beginning`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), .at(250, .cancelTapped), .at(500, .startTapped)))
    #expect(report.texts.last == "900.0 download finished")
    #expect(report.value("Download") == "finished")
  }

  @Test(arguments: LabEngine.all)
  func `a broken connection is shown`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), breaksAt: 200))
    #expect(report.texts.last == "300.0 download failed: the connection was lost")
    #expect(report.value("Download") == "failed: the connection was lost")
    #expect(report.value("Received") == "200 of 350 KB")
    #expect(report.totals.failed == 1)
  }

  @Test(arguments: LabEngine.all)
  func `a scenario that ends before its download cancels it`(engine: LabEngine) async throws {
    let report = await engine.play(scenario(.at(0, .startTapped), until: .milliseconds(150)))
    #expect(report.texts.last == "150.0 download cancelled")
    #expect(report.totals.finished == 0)
  }

  @Test(arguments: LabEngine.all)
  func `a run in real time shows each chunk`(engine: LabEngine) async throws {
    var lines: [ProgressLine] = []
    let scenario = scenario(.at(0, .startTapped), chunkTime: .zero)
    let report = try await scenario.script.run(on: engine, files: Corpus.empty) { lines.append($0) }
    #expect(report.value("Download") == "finished")
    #expect(lines.contains { $0.progress == "downloading, 200 of 350 KB" && $0.phase == "downloading 2/4" })
    #expect(lines.last?.progress == "finished, 350 of 350 KB")
  }
}
#endif
