public import OpenCombineShim

/// Values of a store, for pipelines.
///
/// They are delivered on the main actor, in order and one at a time: what a subscriber sends to the store comes after the
/// value that it got. A subscription that is made on the main actor begins at once. From elsewhere, by an operator such
/// as `subscribe(on:)`, it begins in a turn of the main actor; the same applies to values that are asked for elsewhere.
///
/// Subscriptions do not keep the store. They finish when the store is deallocated, in a turn of the main actor; values
/// that wait to be asked for come before.
///
/// A closure that is written on the main actor belongs there. Where a pipeline leaves it, by `receive(on:)`, closures
/// behind that have to be `@Sendable`, and values that are not `Sendable` must not get there: Combine has no check.
public struct StorePublisher<Output>: Publisher, Sendable {
  /// It never fails.
  public typealias Failure = Never

  let source: ValueSource<Output>

  /// Begins a subscription, on whichever thread.
  public func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    ValueSubscription(subscriber, to: source)
  }
}
