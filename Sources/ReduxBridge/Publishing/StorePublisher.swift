public import CombineShim

/// A publisher of a store's values, for pipelines.
///
/// Values are delivered on the main actor, in order and one at a time: an action that a subscriber sends is handled
/// after the value that it got. A subscription made on the main actor begins at once. One made elsewhere, as by
/// `subscribe(on:)`, begins in a turn of the main actor; the same applies to values requested elsewhere.
///
/// Subscriptions do not retain the store. They finish when the store is deallocated, in a turn of the main actor, after
/// the values that wait for demand.
///
/// A closure that is written on the main actor is isolated to it. After `receive(on:)` with another scheduler, closures
/// have to be `@Sendable`, and values `Sendable`: Combine does not check this.
public struct StorePublisher<Output>: Publisher, Sendable {
  /// The publisher never fails.
  public typealias Failure = Never

  let source: ValueSource<Output>

  /// Begins a subscription, on any thread.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    ValueSubscription(subscriber, to: source)
  }
}
