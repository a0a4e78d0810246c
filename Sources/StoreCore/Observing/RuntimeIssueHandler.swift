import Logging

/// The handler of the issues of stores that have none of their own.
///
/// ```swift
/// RuntimeIssueHandler.set { issue in assertionFailure(issue.description) }
/// ```
public enum RuntimeIssueHandler {
  /// Takes notice of an issue, on whichever thread found it.
  public typealias Handler = @Sendable (RuntimeIssue) -> Void

  private static let current = Locked<Handler?>(nil)

  /// Replaces the handler of the process; `nil` brings back the one that logs at `error` level.
  public static func set(_ handler: Handler?) {
    current.withLock { $0 = handler }
  }

  /// With the place, which not every log handler shows where it is the line's own.
  private static func metadata(of issue: RuntimeIssue) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["store": "\(issue.store)"]
    metadata["place"] = issue.location.map { "\($0)" }
    return metadata
  }

  static func handle(_ issue: RuntimeIssue, logger: Logger) {
    if let handler = current.withLock({ $0 }) {
      handler(issue)
      return
    }
    logger.error(
      "\(issue.message)",
      metadata: metadata(of: issue),
      source: issue.location?.module ?? "StoreCore",
      file: issue.location?.fileID.description ?? #fileID,
      function: "send",
      line: issue.location?.line ?? #line
    )
  }
}
