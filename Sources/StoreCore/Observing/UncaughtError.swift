import Logging

/// An error that nothing handles: neither a `catch` of an effect, nor an error handler of its store, nor what was asked to
/// be told by something that works for the store, such as saving.
///
/// The store logs it, and notifies its observers.
public struct UncaughtError: Error, Sendable {
  /// The error that was thrown.
  public let error: any Error
  /// The effect that threw it; `nil` if something else did, such as the handler of an action.
  public let effect: EffectInfo?
  /// The action that launched the effect, or whose handler threw; `nil` if there is none.
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
    guard let action else { return "In \(store.title): \(error)" }
    let place = location.map { " The action came from the send at \($0)." } ?? ""
    return """
      In \(store.title) the handling of the action \(RepeatedActions.words(for: action)) threw \(error), and nothing \
      handles it.\(place) Handle errors with the handler's 'onError', or do not throw.
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
