import Foundation

@testable import EngineLab

/// The scenarios that ship with the package.
enum ShippedScenario {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Scenarios").path

  static let path = path(of: "search")

  static func path(of name: String) -> String { "\(folder)/\(name).json" }

  /// What a comparison prints with one engine and no folder to search, without the jobs, whose number says how the
  /// runtime works, and not what it does.
  @MainActor static func report(_ name: String) async throws -> String {
    let scenario = try Scenario(contentsOf: path(of: name))
    var run = await LabEngine.all[0].play(scenario)
    run.cost = RunCost()
    let setting = scenario.script.parameters.setting(files: .empty)
    return TextRenderer.render(LabReport(title: scenario.title, setting: setting, time: .virtual, runs: [run]))
  }
}
