import EngineLab
import Foundation
import Testing

/// The scenarios that ship with the package.
enum ShippedScenario {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenarios").path

  static let path = path(of: "search")

  static func path(of name: String) -> String { "\(folder)/\(name).json" }

  /// What a comparison prints before it says where the page is, with one engine and no folder to search.
  @MainActor static func report(_ name: String) async throws -> String {
    let recorder = Recorder()
    let folder = try TemporaryFolder()
    let page = folder.path + "/report.html"
    let status = await EngineLabCommand.run(
      arguments: ["compare", path(of: name), "--folder", "no/such/folder", "--report", page],
      engines: LabEngines([UncountedEngine(engine: ElmLabEngine())]),
      console: recorder.console(),
      interrupts: { AsyncStream { _ in } }
    )
    #expect(status == .success)
    #expect(recorder.error == "")
    let last = "\nReport: \(page)\n"
    #expect(recorder.output.hasSuffix(last))
    return String(recorder.output.dropLast(last.count))
  }
}
