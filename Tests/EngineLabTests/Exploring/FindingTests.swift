import Foundation
import Testing

@testable import EngineLab
@testable import StoreSimulation

/// The finding of `engine-lab explore --shrink`.
@MainActor
@Suite struct FindingTests {
  private let recorder = Recorder()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An engine that differs in the schedules of some seeds, and gets nil for a schedule without a seed.
  private func differing(_ isOdd: @escaping @Sendable (UInt64?) -> Bool) -> LabEngine {
    var odd = LabEngine.fake("odd")
    let (usual, other) = (odd.checkout, LabEngine.lying("odd").checkout)
    odd.checkout = { environment, options in
      let seed = (options.executor as? TestExecutor)?.schedule?.seed
      return isOdd(seed) ? other(environment, options) : usual(environment, options)
    }
    return odd
  }

  @Test func `a schedule that only its seed reproduces becomes no finding`() async throws {
    let finding = folder.path + "/finding.json"
    let odd = differing { $0 != nil }
    let arguments = ["explore", "Scenarios/checkout.json", "--seeds", "3", "--shrink", "--finding", finding]
    #expect(await recorder.run(arguments, engines: [.fake("steady"), odd]) == .disagreement)
    #expect(recorder.output.contains(": the engines differ in the schedule of seed 0.\n"))
    #expect(!recorder.output.contains("The smallest scenario"))
    #expect(recorder.output.contains("\nTo reproduce it: engine-lab explore "))
    #expect(!recorder.output.contains("Without a seed"))
    let sentence = "The schedule cannot be cut down: it needs its seed. '\(finding)' is not written.\n"
    #expect(recorder.error.hasSuffix(sentence), "\(recorder.error)")
    #expect(!FileManager.default.fileExists(atPath: finding))
  }

  @Test func `a scenario is not called the smallest if cutting it down ended early`() async throws {
    let scenario = try Scenario(contentsOf: ShippedScenario.path(of: "checkout"))
    let found = await scenario.script.explore(
      on: [.racing("steady", isOrdered: true), .racing("racing")],
      files: .empty,
      seeds: SeedRange(first: 0, count: 100),
      disturbances: Disturbances(),
      search: .default,
      shrinks: true,
      onShrinking: { _ in },
      progress: { _ in }
    )
    var comparison = try #require(found)
    func text() -> String { comparison.text(title: "T", seed: 0, command: "a", replay: "b") }
    #expect(text().contains("\n\nThe smallest scenario in which they do:\n  1. "))
    comparison.isCutShort = true
    #expect(text().contains("\n\nThe smallest scenario found in which they do; cutting it down ended early:\n  1. "))
  }

  @Test func `a finding is of the scenario that was read, also if its file is gone by then`() async throws {
    let finding = folder.path + "/finding.json"
    let file = try folder.write(Data(contentsOf: URL(fileURLWithPath: "Scenarios/checkout.json")), to: "a.json")
    let steady = LabEngine.racing("steady", isOrdered: true).onStart { _ = unlink(file) }
    let arguments = ["explore", file, "--seeds", "100", "--shrink", "--finding", finding]
    #expect(await recorder.run(arguments, engines: [steady, .racing("racing")]) == .disagreement, "\(recorder.error)")
    #expect(try String(contentsOfFile: finding, encoding: .utf8).contains("A payment that succeeds at the third"))
  }

  @Test func `a message on a terminal does not begin behind the progress`() async {
    let status = await recorder.run(
      ["explore", "Scenarios/checkout.json", "--seeds", "2", "--shrink", "--finding", folder.path + "/finding.json"],
      engines: [.fake("steady"), differing { $0 == 1 }],
      terminalWidth: 80
    )
    #expect(status == .disagreement)
    #expect(recorder.error.contains("\r[###############...............] 1 of 2 schedules"), "\(recorder.error)")
    #expect(recorder.error.contains("  \rThe engines differ in the schedule of seed 1, which is cut down now.\n"))
  }
}
