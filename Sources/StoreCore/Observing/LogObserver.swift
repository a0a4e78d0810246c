public import Logging

/// An observer that logs what a runtime does, with structured metadata.
///
/// Actions and the lives of effects are logged at `debug` level, what was dropped, vetoed or refused at `info`, failed effects
/// at `warning`, errors that nothing handles and issues at `error`. Below the logger's level nothing is formatted. The
/// metadata are `store`, `event` (its number), `action` (its number; with an error that nothing handles, the action
/// itself) or `effect.id`, `effect.token` and `effect.name`, `cause`, `outcome` (of an effect that was refused at once, the
/// reason), `reason` (of one that was refused after it had waited), `middleware` (of a veto) and `error`; the place of a send becomes that of the
/// log line.
///
/// ```swift
/// StoreOptions(name: "search", observers: [LogObserver(logger: Logger(label: "app.search"))])
/// ```
public struct LogObserver: RuntimeObserver {
  private let logger: Logger

  /// Creates an observer that logs to a logger.
  public init(logger: Logger) {
    self.logger = logger
  }

  /// Logs an event.
  public func receive(_ event: RuntimeEvent) {
    logger.log(event.kind.logLevel, event.kind.logMessage, metadata(of: event), at: event.location)
  }

  private func metadata(of event: RuntimeEvent) -> Logger.Metadata {
    var metadata = event.kind.logMetadata
    metadata["store"] = "\(event.store)"
    metadata["event"] = "\(event.number)"
    switch event.cause {
    case .action(let id): metadata["cause"] = "action \(id.rawValue)"
    case .effect(let token): metadata["cause"] = "effect \(token.rawValue)"
    case nil: break
    }
    return metadata
  }
}

extension RuntimeEvent.Kind {
  var logLevel: Logger.Level {
    switch self {
    case .actionHandled, .stateChanged, .effectQueued, .effectStarted, .effectDrained: .debug
    case .actionDropped, .actionVetoed, .effectRefused, .effectEnded(_, .refused): .info
    case .effectEnded(_, .failed): .warning
    case .effectEnded: .debug
    case .errorUncaught, .issueFound: .error
    }
  }

  var logMessage: Logger.Message {
    switch self {
    case .actionHandled(let action, _): "Handled \(action)"
    case .actionDropped(let action): "Dropped \(action)"
    case .actionVetoed(let action, _, _): "Vetoed \(action)"
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
    case .actionHandled(_, let id): ["action": "\(id.rawValue)"]
    case .actionVetoed(_, let id, let veto):
      ["action": "\(id.rawValue)", "middleware": "\(veto.middleware)", "error": "\(veto.error)"]
    case .actionDropped, .stateChanged, .issueFound: [:]
    case .effectQueued(let info), .effectStarted(let info), .effectDrained(let info): info.logMetadata
    case .effectRefused(let info, let reason): info.logMetadata.merging(["outcome": "\(reason)"]) { $1 }
    case .effectEnded(let info, let outcome): info.logMetadata.merging(outcome.logMetadata) { $1 }
    case .errorUncaught(let error): error.logMetadata
    }
  }
}
