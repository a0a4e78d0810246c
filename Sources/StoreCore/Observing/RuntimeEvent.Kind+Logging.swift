import Logging

extension RuntimeEvent.Kind {
  var logLevel: Logger.Level {
    switch self {
    case .actionHandled, .stateChanged, .effectQueued, .effectStarted, .effectDrained: .debug
    case .effectEnded(_, .failed): .warning
    case .effectEnded: .debug
    case .actionDropped, .effectRefused: .info
    case .errorUncaught, .issueFound: .error
    }
  }

  var logMessage: Logger.Message {
    switch self {
    case .actionHandled(let action, _): "Handled \(action)"
    case .actionDropped(let action): "Dropped \(action)"
    case .stateChanged: "The state was changed"
    case .effectQueued: "An effect waits"
    case .effectRefused: "An effect was refused"
    case .effectStarted: "An effect started"
    case .effectEnded(_, .finished): "An effect finished"
    case .effectEnded(_, .failed): "An effect failed"
    case .effectEnded(_, .cancelled): "An effect was cancelled"
    case .effectEnded(_, .replaced): "An effect was replaced"
    case .effectEnded(_, .refused): "A waiting effect was refused"
    case .effectDrained: "A cancelled effect ended"
    case .errorUncaught(let error): "\(error)"
    case .issueFound(let issue): "\(issue)"
    }
  }

  var logMetadata: Logger.Metadata {
    switch self {
    case .actionHandled(_, let id):
      return ["action": "\(id.rawValue)"]
    case .actionDropped, .stateChanged, .issueFound:
      return [:]
    case .effectQueued(let info), .effectStarted(let info), .effectDrained(let info):
      return info.logMetadata
    case .effectRefused(let info, let reason):
      return info.logMetadata.merging(["outcome": "\(reason)"]) { $1 }
    case .effectEnded(let info, let outcome):
      return info.logMetadata.merging(outcome.logMetadata) { $1 }
    case .errorUncaught(let error):
      return error.logMetadata
    }
  }
}
