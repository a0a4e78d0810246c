import Foundation

@testable import EngineLab

/// The scenarios that ship with the package.
enum ShippedScenario {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenarios").path

  static let path = path(of: "search")

  static func path(of name: String) -> String { "\(folder)/\(name).json" }

  /// The output of a comparison with one engine and no folder to search, without the number of jobs, which depends on
  /// the implementation of the runtime.
  @MainActor static func report(_ name: String) async throws -> String {
    let scenario = try Scenario(contentsOf: path(of: name))
    var run = await LabEngine.all[0].play(scenario)
    run.cost = RunCost()
    let setting = scenario.script.parameters.setting(files: .empty)
    return TextRenderer.render(LabReport(title: scenario.title, setting: setting, time: .virtual, runs: [run]))
  }
}
