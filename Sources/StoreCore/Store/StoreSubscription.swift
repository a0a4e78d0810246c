/// A subscription to the states or the actions of a store.
///
/// It lasts until it is cancelled or the store is deallocated, whether it is kept or not.
@MainActor
public class StoreSubscription {
  /// The number of the first value that it hears of.
  final let first: UInt
  private(set) final var isCancelled = false

  fileprivate init(first: UInt) {
    self.first = first
  }

  /// Ends the subscription.
  ///
  /// Nothing is delivered after that, not even what is being delivered to others.
  public final func cancel() {
    isCancelled = true
  }
}

extension StoreSubscription {
  /// The subscription to one type of values.
  ///
  /// A class of its own, so that a list of subscriptions is of a type without parameters: what depends on one that is
  /// known at run time alone costs more than a delivery.
  final class Of<Value>: StoreSubscription {
    /// Who is called; `nil` once the list has let go of the subscription, which may be kept by that very function.
    // Unsafe: used by the list alone, on the main actor, and by its `deinit`. Exclusivity: plain loads and stores.
    @exclusivity(unchecked) nonisolated(unsafe) var receive: (@MainActor (Value) -> Void)?

    init(first: UInt, receive: @escaping @MainActor (Value) -> Void) {
      self.receive = receive
      super.init(first: first)
    }
  }
}
