import Logging

/// Something that is wrong with how a store is used, found while the program runs.
///
/// The store goes on. Its description says what happened, why, and what to do.
public struct RuntimeIssue: Error, Sendable {
  /// The kinds of issues.
  public enum Kind: Sendable {
    /// One action, or one write of the state from outside, caused more actions and writes than ``StoreOptions/chainLimit``
    /// allows, or as many writes inside each other as the stack allows.
    ///
    /// The last of them are given, and the actions that repeat, if some do.
    case runawayChain(last: [String], cycle: [String])
    /// Effects caused each other, without ever suspending, more often than ``StoreOptions/chainLimit`` allows.
    ///
    /// The last actions are given, and the actions that repeat, if some do.
    case runawayEffects(last: [String], cycle: [String])
    /// An action was sent to a child that is not in the state.
    case absentChild(action: String)
    /// A handler that suspended waited for its own store, which goes on when the handler has returned.
    case waitInHandler
    /// An effect of a sequential store waited for an action that is handled after the effect has ended.
    case waitForQueuedAction
    /// Somebody has waited longer than ``ActionOrdering/sequential(warnAfter:)`` says for an action behind running
    /// effects, whose names are given, or behind a handler that has not returned.
    case longWait(behind: [String])
    /// Somebody has waited for longer than ``StoreOptions/settlingLimit`` for the store to become quiet.
    ///
    /// The effects are given that have not ended; of a store with an ``EffectExecutor`` also for how long they have run,
    /// and the actions that launched them.
    case notSettled(running: [String])
    /// A modifier asks for something that its effect cannot do, and was ignored; it is given as it is written.
    case ignoredModifier(String)
    /// An effect was dropped whose parts are inside each other to more levels than the limit.
    case nestedTooDeep(limit: Int)
    /// Two effects that one program launched at once have the same name, so that the second replaced the first; told in
    /// debug builds.
    case duplicateName(EffectID)
    /// A program cancelled its own name, which is given, in front of other parts, which never start.
    case selfCancel(EffectID)
    /// Several elements of a collection have the same id, which is given, so that only one of them counts; told in debug
    /// builds, and in all of them where a store has a child for each element.
    case duplicateElement(id: String)
    /// A store was made the child of a part of another store's state, that is the child of another part, or has been one and
    /// has ended.
    case reusedChild
    /// A value of the state was asked for behind an action with a type that is not that of the store's state, which is given.
    case otherState(type: String)
    /// A store was released in the turn in which it launched the given effects, or the given actions were enqueued or
    /// began to be handled, and nobody had looked at it; told in debug builds.
    case storeReleased(cancelled: [String])
    /// A host was released without having appeared, so that its initial event was never handled; told in debug builds.
    case initialEventNotHandled(event: String)
    /// Something that an engine of somebody else found.
    case other
  }

  /// The kind of what is wrong.
  public let kind: Kind
  /// The report in short paragraphs: what happened, why, and what to do.
  public let message: String
  /// The store it happened in.
  public let store: StoreIdentity
  /// The place of the send that led there, where it is known.
  public let location: CallSite?
}

extension RuntimeIssue: CustomStringConvertible {
  /// The store, the place and the message.
  public var description: String {
    let place = location.map { ", \($0)" } ?? ""
    return "[\(store)\(place)] \(message)"
  }
}

/// The handler of the issues of stores that have none of their own.
///
/// ```swift
/// RuntimeIssueHandler.set { issue in assertionFailure(issue.description) }
/// ```
public enum RuntimeIssueHandler {
  /// Takes notice of an issue, on whichever thread found it.
  public typealias Handler = @Sendable (RuntimeIssue) -> Void

  // In a struct: a function by itself would be wrapped again each time that the lock gives it out.
  private struct Setting {
    var handler: Handler?
  }

  private static let current = Locked(Setting())

  /// Replaces the handler of the process; `nil` brings back the one that logs at `error` level.
  public static func set(_ handler: Handler?) {
    current.withLock { $0.handler = handler }
  }

  /// With the place, which not every log handler shows where it is the line's own.
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

/// An error that nothing handles: neither a `catch` of an effect, nor an error handler of its store.
///
/// The store logs it, and tells its observers.
public struct UncaughtError: Error, Sendable {
  /// The error that was thrown.
  public let error: any Error
  /// The effect that threw it; `nil` where the handler of an action did.
  public let effect: EffectInfo?
  /// The action that launched the effect, or whose handler threw; `nil` for an effect that was launched without one.
  public let action: (any Sendable)?
  /// The place of the send that led there, as far as it is known.
  public let location: CallSite?
  /// The store it happened in.
  public let store: StoreIdentity
}

extension UncaughtError: CustomStringConvertible {
  /// The report: what happened, how it came about, and what to do.
  public var description: String {
    if let effect {
      return """
        In \(store.title) \(effect.title) threw \(error), and nothing handles it. It was launched \(effect.origin). \
        Add a 'catch' to the effect, or give the store an 'onError'.
        """
    }
    let handling = action.map { "the handling of the action \(RepeatedActions.words(for: $0))" } ?? "a handler"
    let place = location.map { " The action came from the send at \($0)." } ?? ""
    return """
      In \(store.title) \(handling) threw \(error), and nothing handles it.\(place) Handle errors with the handler's \
      'onError', or do not throw.
      """
  }

  var logMetadata: Logger.Metadata {
    var metadata = effect?.logMetadata ?? [:]
    metadata["store"] = "\(store)"
    metadata["error"] = "\(error)"
    metadata["action"] = action.map { "\(RepeatedActions.words(for: $0))" }
    return metadata
  }
}
