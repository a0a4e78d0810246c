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

  @Test func `a schedule that only its seed reproduces becomes no finding`() async throws {
    let finding = folder.path + "/finding.json"
    var odd = LabEngine.fake("odd")
    let (usual, other) = (odd.checkout, LabEngine.lying("odd").checkout)
    odd.checkout = { environment, options in
      let hasSeed = (options.executor as? TestExecutor)?.schedule?.seed != nil
      return hasSeed ? other(environment, options) : usual(environment, options)
    }
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
}
