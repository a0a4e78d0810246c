/// A subscription to the states or the actions of a store.
///
/// It lasts until it is cancelled or the store goes, whether it is kept or not.
@MainActor
public final class StoreSubscription {
  private(set) var isCancelled = false

  init() {}

  /// Ends the subscription.
  ///
  /// Nothing is delivered after that, not even what is being delivered to others.
  public func cancel() {
    isCancelled = true
  }
}
