#if Exhaustive
import Foundation
import StoreSimulation
import Testing

@testable import EngineLab

@Suite struct BacklogTests {
  @Test func `a backlog keeps its highest count`() {
    let backlog = Backlog()
    #expect(backlog.most == nil)
    backlog.give()
    backlog.give()
    backlog.take()
    backlog.give()
    backlog.take()
    #expect(backlog.most == 2)
  }
}

@Suite struct LabEngineTests {
  @Test func `an engine is found by its name`() throws {
    #expect(try LabEngine.all.named("feature").name == "feature")
  }

  @Test func `the error for an unknown name lists the known ones`() {
    let engines = [LabEngine.fake("elm"), .fake("feature")]
    let error = #expect(throws: LabError.self) { try engines.named("Elm") }
    #expect(error?.description == "--engine: unknown engine 'Elm'. Known: 'elm' and 'feature'.")
  }

  @Test func `without engines no name is known`() {
    let error = #expect(throws: LabError.self) { try [LabEngine]().named("elm") }
    #expect(error?.description == "--engine: unknown engine 'elm'. No engine is known.")
  }

  @MainActor
  @Test func `each step of a comparison keeps only what is new`() async throws {
    let steps = (0..<50).map { #"{"at": "\#($0 * 10)ms", "\#($0 % 2 == 0 ? "start" : "cancel")": true}"# }
    let text = #"{"feature": "download", "steps": [\#(steps.joined(separator: ","))]}"#
    let scenario = try Scenario(data: Data(text.utf8), file: "a.json")
    let comparison = await scenario.script.compare(
      on: LabEngine.all,
      files: .empty,
      deviations: [],
      stopwatch: nil
    )
    for (run, report) in zip(comparison.runs, comparison.reports) {
      #expect(run.allObservations.map(\.news.events.count).reduce(0, +) == report.events.count)
      var sum = run.allObservations[0].news
      for observation in run.allObservations.dropFirst() { sum.add(observation.news) }
      #expect(sum.agrees(with: report))
      #expect(report.events.count >= 100)
    }
  }
}
#endif
