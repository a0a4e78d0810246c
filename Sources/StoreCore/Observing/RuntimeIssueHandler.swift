import Logging

/// The handler of issues for stores that have none of their own.
///
/// ```swift
/// RuntimeIssueHandler.set { issue in assertionFailure(issue.description) }
/// ```
public enum RuntimeIssueHandler {
  /// A function that receives an issue, on the thread that found it.
  public typealias Handler = @Sendable (RuntimeIssue) -> Void

  // In a struct: a function by itself would be wrapped again each time that the lock returns it.
  private struct Setting {
    var handler: Handler?
  }

  private static let current = Locked(Setting())

  /// Replaces the handler of the process; `nil` restores the one that logs at `error` level.
  public static func set(_ handler: Handler?) {
    current.withLock { $0.handler = handler }
  }

  /// The metadata include the place: not every log handler shows the line's own.
  private static func metadata(of issue: RuntimeIssue) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["store": "\(issue.store)"]
    metadata["place"] = issue.location.map { "\($0)" }
    return metadata
  }

  static func handle(_ issue: RuntimeIssue, logger: Logger) {
    if let handler = current.withLock({ $0.handler }) {
      handler(issue)
      return
    }
    logger.log(.error, "\(issue.message)", metadata(of: issue), at: issue.location)
  }
}
