public import Logging

/// An observer that logs what a runtime does, with structured metadata.
///
/// Actions and the lives of effects and of the store are logged at `debug` level, what was dropped, vetoed, refused or
/// is tried again at `info`, failed effects at `warning`, errors that nothing handles and issues at `error`. Below the
/// logger's level nothing is formatted. The metadata are `store`, `event` (its number), `action` (its number; with an
/// error that nothing handles, the action itself) or `effect.id`, `effect.token` and `effect.name`, `cause`, `origin`
/// (in another store), `ender` (of an effect that was cancelled or replaced), `outcome` (of an effect that was refused
/// at once, the reason), `reason` (of one that was refused after it had waited), `pause`, `duration` and `attempt` (of
/// a pause), `middleware` (of a veto) and `error`; the place of a send becomes that of the log line.
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
    metadata["cause"] = event.cause.map { "\($0.name)" }
    metadata["origin"] = event.origin.map { "\($0.cause.name) of \($0.store)" }
    metadata["ender"] = event.ender.map { "\($0)" }
    return metadata
  }
}

extension RuntimeEvent.Kind {
  var logLevel: Logger.Level {
    switch self {
    case .actionHandled, .stateChanged, .effectQueued, .effectStarted, .effectDrained, .handlerSuspended: .debug
    case .storeStopped, .storeStarted, .storeEnded, .storeAdopted: .debug
    case .effectPaused(_, .retry): .info
    case .effectPaused: .debug
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
    case .effectPaused(_, .retry): "An effect is tried again"
    case .effectPaused(_, .timeLimit): "The time of an effect is limited"
    case .effectPaused: "An effect is delayed"
    case .handlerSuspended(let action, _): "Suspended in \(action)"
    case .storeStopped: "The store was stopped"
    case .storeStarted: "The store was started again"
    case .storeEnded: "The store has ended"
    case .storeAdopted(let parent): "The store became a child of \(parent)"
    case .errorUncaught(let error): "\(error)"
    case .issueFound(let issue): "\(issue)"
    }
  }

  var logMetadata: Logger.Metadata {
    switch self {
    case .actionHandled(_, let id), .handlerSuspended(_, let id): ["action": "\(id.rawValue)"]
    case .actionVetoed(_, let id, let veto):
      ["action": "\(id.rawValue)", "middleware": "\(veto.middleware)", "error": "\(veto.error)"]
    case .actionDropped, .stateChanged, .issueFound, .storeStopped, .storeStarted, .storeEnded, .storeAdopted: [:]
    case .effectQueued(let info), .effectStarted(let info), .effectDrained(let info): info.logMetadata
    case .effectPaused(let info, let pause): info.logMetadata.merging(pause.logMetadata) { $1 }
    case .effectRefused(let info, let reason): info.logMetadata.merging(["outcome": "\(reason)"]) { $1 }
    case .effectEnded(let info, let outcome): info.logMetadata.merging(outcome.logMetadata) { $1 }
    case .errorUncaught(let error): error.logMetadata
    }
  }
}
