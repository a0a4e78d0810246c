import EngineLab

extension Script.Step {
  /// A step at a time in milliseconds, by default on the first line.
  static func at(_ milliseconds: Int, _ command: Feature.Command, line: Int = 1) -> Script.Step {
    Script.Step(at: .milliseconds(milliseconds), command: command, line: line)
  }
}
