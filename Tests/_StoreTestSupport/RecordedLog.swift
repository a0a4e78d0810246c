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

  package init() {}

  package var entries: [Entry] { kept.withLock { $0 } }

  /// A logger whose entries are kept here.
  package var logger: Logger { logger(level: .trace) }

  package func logger(level: Logger.Level) -> Logger {
    Logger(label: "recorded") { _ in Handler(log: self, logLevel: level) }
  }

  private func keep(_ entry: Entry) {
    kept.withLock { $0.append(entry) }
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    init(log: RecordedLog, logLevel: Logger.Level) {
      self.log = log
      self.logLevel = logLevel
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
