import Logging

/// An error that nothing handles: neither a `catch` of an effect, nor an error handler of its store.
///
/// The store logs it, and notifies its observers.
public struct UncaughtError: Error, Sendable {
  /// The error that was thrown.
  public let error: any Error
  /// The effect that threw it; `nil` if the handler of an action did.
  public let effect: EffectInfo?
  /// The action that launched the effect, or whose handler threw; `nil` for an effect that was launched without one.
  public let action: (any Sendable)?
  /// The place of the send that led to it, if it is known.
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
