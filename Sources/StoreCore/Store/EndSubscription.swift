/// A subscription to the end of a store, until then or until it is cancelled.
public final class EndSubscription: Sendable {
  private let listeners: EndListeners
  private let key: Int

  init(_ listeners: EndListeners, key: Int) {
    self.listeners = listeners
    self.key = key
  }

  /// Ends the subscription, from whichever thread.
  ///
  /// Where the store goes on another thread meanwhile, the call may be on its way.
  public func cancel() {
    listeners.remove(key)
  }
}
