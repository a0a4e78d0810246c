/// A subscription to a store's states.
///
/// It lasts until it is cancelled or the store goes, whether it is kept or not.
@MainActor
public final class StateSubscription {
  private(set) var isCancelled = false

  init() {}

  /// Ends the subscription.
  ///
  /// No state is delivered after that, not even of the change that is being delivered.
  public func cancel() {
    isCancelled = true
  }
}
