/// The exit status of the command, for scripts to rely on.
enum LabStatus: Int32, Equatable, Sendable {
  /// All went well, and the engines agree.
  case success = 0
  /// The engines disagree.
  case disagreement = 1
  /// The arguments, the scenario or the folder are not usable, or what was to be written cannot be.
  case badInput = 2
  /// Ctrl-C ended the run: 128 and the number of the signal.
  case interrupted = 130

  /// The status of a comparison.
  init(_ agreement: LabReport.Agreement) {
    switch agreement {
    case .empty, .single, .agree: self = .success
    case .differ: self = .disagreement
    }
  }

  /// The status of a command that an error ended.
  init(_ error: any Error) {
    switch error {
    case is ScenarioError, is LabError: self = .badInput
    default: self = .disagreement
    }
  }
}
