public import Logging

/// An observer that logs what a runtime does, with structured metadata.
///
/// Actions and the lives of effects are logged at `debug` level, what was dropped or refused at `info`, failed effects
/// at `warning`, errors that nothing handles and issues at `error`. Nothing is put into words where the logger's level is
/// higher. The metadata are
/// `store`, `event` (its number), `action` (its number) or `effect.id`, `effect.token` and `effect.name`, `cause`,
/// `outcome` and `error`; the place of a send is the line's own.
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
    let level = event.kind.logLevel
    guard logger.logLevel <= level else { return }
    logger.log(
      level: level,
      event.kind.logMessage,
      metadata: metadata(of: event),
      source: event.location?.module ?? "StoreCore",
      file: event.location?.fileID.description ?? #fileID,
      function: "send",
      line: event.location?.line ?? #line
    )
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
