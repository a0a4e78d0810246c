import EngineLab
import Foundation

extension Scenario {
  /// Reads the text of a scenario file.
  init(text: String) throws(ScenarioError) {
    try self.init(data: Data(text.utf8), file: "a.json")
  }

  /// The message that reading a text gives; nil for a sound scenario.
  static func message(reading text: String) -> String? {
    do throws(ScenarioError) {
      _ = try Scenario(text: text)
      return nil
    } catch {
      return error.description
    }
  }
}
