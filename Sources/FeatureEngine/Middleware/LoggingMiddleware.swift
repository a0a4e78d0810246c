public import Foundation
public import Logging

/// Middleware that logs actions and errors, with structured metadata.
///
/// Each action is logged in two lines at the middleware's level, before and after it is handled, and each error in one
/// at `error` level. The metadata are `category`, `action`, and `duration` (seconds) or `error`. No text is made if the
/// logger's own level is higher. A logger created here gets the middleware's level if that is lower.
public struct LoggingMiddleware: SynchronousActionMiddleware {
  /// The category of the lines, such as the name of the feature.
  public let category: String
  /// The level of the lines about actions.
  public let logLevel: Logger.Level
  private let logger: Logger

  /// Creates middleware that logs to a logger, by default one labelled with the category.
  public init(category: String = "FeatureEngine", logLevel: Logger.Level = .debug, logger: Logger? = nil) {
    self.category = category
    self.logLevel = logLevel
    var made = Logger(label: "StoreEngines.\(category)")
    made.logLevel = min(made.logLevel, logLevel)
    self.logger = logger ?? made
  }

  /// Logs that an action is about to be handled.
  public func beforeAction<Action, State>(action: Action, state: State) throws {
    logger.log(level: logLevel, "Handling an action", metadata: metadata(of: action))
  }

  /// Logs that an action was handled.
  public func afterAction<Action, State>(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    logger.log(
      level: logLevel,
      "Handled an action",
      metadata: metadata(of: action).merging(["duration": "\(duration)"]) { $1 }
    )
  }

  /// Logs that an action failed.
  public func onError<Action, State>(error: any Error, action: Action, state: State) {
    logger.error("An action failed", metadata: metadata(of: action).merging(["error": "\(error)"]) { $1 })
  }

  private func metadata<Action>(of action: Action) -> Logger.Metadata {
    ["category": "\(category)", "action": "\(action)"]
  }
}
