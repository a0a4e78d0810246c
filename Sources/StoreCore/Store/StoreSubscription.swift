/// A list of subscriptions, whatever their values.
@MainActor
protocol SubscriptionList: AnyObject {
  /// Notes that one of the subscriptions was cancelled.
  func noteCancelled(_ subscription: StoreSubscription)
}

/// A subscription to the states or the actions of a store.
///
/// It lasts until it is cancelled or the store is deallocated, whether it is kept or not.
@MainActor
public class StoreSubscription {
  /// The number of the first value that it hears of.
  final let first: UInt
  private(set) final var isCancelled = false
  private weak var list: (any SubscriptionList)?

  fileprivate init(first: UInt, list: any SubscriptionList) {
    self.first = first
    self.list = list
  }

  /// Ends the subscription, and lets go of what it calls.
  ///
  /// Nothing is delivered after that, not even what is being delivered to others.
  public final func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    list?.noteCancelled(self)
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

    init(first: UInt, list: any SubscriptionList, receive: @escaping @MainActor (Value) -> Void) {
      self.receive = receive
      super.init(first: first, list: list)
    }
  }
}

extension StoreSubscription {
  /// Cancels the subscription when nobody reads a stream any more that it feeds.
  ///
  /// The end of the stream may come on any thread; the subscription ends in the next turn of the main actor.
  nonisolated func end<Element>(with stream: AsyncStream<Element>.Continuation) {
    stream.onTermination = { reason in
      // A stream is finished by the store's end, with which the subscription goes.
      guard case .cancelled = reason else { return }
      Task.detached { @MainActor in self.cancel() }
    }
  }
}
