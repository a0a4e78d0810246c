import Logging

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
  /// What happened, how it came about, and what to do.
  public var description: String {
    if let effect {
      return """
        In \(store.title) \(effect.title) threw \(error), and nothing handles it. It was launched \(effect.origin). \
        Add a 'catch' to the effect, or give the store an 'onError'.
        """
    }
    let handler = action.map { "the handler of the action \(RepeatedActions.words(for: $0))" } ?? "a handler"
    let place = location.map { " The action came from the send at \($0)." } ?? ""
    return """
      In \(store.title) \(handler) threw \(error), and nothing handles it.\(place) Handle errors with 'onError', or do \
      not throw.
      """
  }
}

extension UncaughtError {
  var logMetadata: Logger.Metadata {
    var metadata = effect?.logMetadata ?? [:]
    metadata["store"] = "\(store)"
    metadata["error"] = "\(error)"
    metadata["action"] = action.map { "\(RepeatedActions.words(for: $0))" }
    return metadata
  }
}
