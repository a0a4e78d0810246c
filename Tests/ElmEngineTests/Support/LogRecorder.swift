import Logging

/// A log handler that records its lines.
struct LogRecorder: LogHandler {
  struct Line: Sendable {
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata
  }

  let lines: Recorder<Line>
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  init(lines: Recorder<Line>) {
    self.lines = lines
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.record(Line(level: event.level, message: "\(event.message)", metadata: event.metadata ?? [:]))
  }
}
