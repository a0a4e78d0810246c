import Foundation

@testable import EngineLab

extension Scenario {
  /// Reads the text of a scenario file.
  init(text: String) throws {
    try self.init(data: Data(text.utf8), file: "a.json")
  }

  /// The message that reading a text gives; nil for a sound scenario.
  static func message(reading text: String) -> String? {
    do {
      _ = try Scenario(text: text)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension Script.Step {
  /// A step at a time in milliseconds, on a line of a file.
  static func at(_ milliseconds: Int, _ action: Feature.Action, line: Int? = nil) -> Script.Step {
    Script.Step(at: .milliseconds(milliseconds), action: action, line: line)
  }
}

extension LabEngine {
  /// Plays a scenario in virtual time.
  @MainActor func play(_ scenario: Scenario, files: Corpus = .empty) async -> RunReport {
    await scenario.script.compare(on: [self], files: files, deviations: [], stopwatch: nil).reports[0]
  }
}

extension RunReport {
  /// The events, each with its time in milliseconds.
  var texts: [String] { events.map { "\($0.time / .milliseconds(1)) \($0.text)" } }

  /// The value of a row of the final state.
  func value(_ label: String) -> String? { finalState.rows.value(of: label) }
}
