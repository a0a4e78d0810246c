import Logging

extension EffectOutcome {
  var logMetadata: Logger.Metadata {
    switch self {
    case .finished: ["outcome": "finished"]
    case .failed(let error): ["outcome": "failed", "error": "\(error)"]
    case .cancelled: ["outcome": "cancelled"]
    case .replaced: ["outcome": "replaced"]
    case .refused(let reason): ["outcome": "refused", "reason": "\(reason)"]
    }
  }
}
