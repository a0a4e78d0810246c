package import Logging
import StoreCore

/// Keeps what is logged.
package final class RecordedLog: Sendable {
  package struct Entry: Sendable {
    package let level: Logger.Level
    package let message: String
    package let metadata: Logger.Metadata
    package let source: String
    package let file: String
    package let line: UInt
  }

  private let kept = Locked<[Entry]>([])
  private let currentLevel = Locked(Logger.Level.trace)

  package init() {}

  package var entries: [Entry] { kept.withLock { $0 } }

  /// The level of ``logger``, also for a logger that is in use.
  package var level: Logger.Level {
    get { currentLevel.withLock { $0 } }
    set { currentLevel.withLock { $0 = newValue } }
  }

  /// A logger whose entries are kept here.
  package var logger: Logger { logger(level: nil) }

  package func logger(level: Logger.Level?) -> Logger {
    Logger(label: "recorded") { _ in Handler(log: self, ownLevel: level) }
  }

  private func keep(_ entry: Entry) {
    kept.withLock { $0.append(entry) }
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var ownLevel: Logger.Level?
    var metadata: Logger.Metadata = [:]

    init(log: RecordedLog, ownLevel: Logger.Level?) {
      self.log = log
      self.ownLevel = ownLevel
    }

    var logLevel: Logger.Level {
      get { ownLevel ?? log.level }
      set { ownLevel = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      log.keep(
        Entry(
          level: event.level,
          message: "\(event.message)",
          metadata: event.metadata ?? [:],
          source: event.source,
          file: event.file,
          line: event.line
        )
      )
    }
  }
}
