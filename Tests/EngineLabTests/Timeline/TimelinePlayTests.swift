#if Exhaustive
import StoreRecording
import Testing

@testable import EngineLab

/// The timelines of the scenarios that ship with the package.
@MainActor
@Suite struct TimelinePlayTests {
  private func play(_ name: String, on engine: LabEngine) async throws -> RunReport {
    await engine.play(try Scenario(contentsOf: ShippedScenario.path(of: name)))
  }

  @Test(arguments: LabEngine.all)
  func `a purchase has an effect for each step`(engine: LabEngine) async throws {
    let report = try await play("checkout", on: engine)
    #expect(report.timeline.effects.map(\.name) == ["reserve", "pay", "confirm"])
    #expect(report.timeline.effects.map(\.outcome) == [.finished, .finished, .finished])
    #expect(report.timeline.effects.map(\.ended) == [100, 1600, 1700].map { .milliseconds($0) })
    #expect(report.timeline.actions.first?.source == .user)
    #expect(report.timeline.actions.dropFirst().allSatisfy { $0.source != .user })
    #expect(report.screens.first?.rows.first?.value == "buying")
    #expect(report.screens.last?.rows == report.finalState.rows)
  }

  @Test(arguments: LabEngine.all)
  func `thousands of ticks have few marks`(engine: LabEngine) async throws {
    let report = try await play("ticker", on: engine)
    #expect(report.totals.actions > 4000)
    #expect(report.timeline.actions.count < 100)
    #expect(report.timeline.actions.filter { !$0.isDropped }.reduce(0) { $0 + $1.count } == report.totals.actions)
  }

  @Test(arguments: LabEngine.all)
  func `jobs are counted in virtual time, the same in every play`(engine: LabEngine) async throws {
    let jobs = try await play("checkout", on: engine).cost.jobs
    #expect(try #require(jobs) > 0)
    #expect(try await play("checkout", on: engine).cost.jobs == jobs)
  }
}
#endif
