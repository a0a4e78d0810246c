import CombineShim
import StoreCore

/// A subscription to a publisher whose elements are not read yet.
///
/// It is cancelled when it is released.
struct OpenedElements<Element: Sendable, Failure: Error>: Sendable {
  let subscriber: ElementSubscriber<Element, Failure>
  let stream: AsyncStream<Result<Element, Failure>>

  /// Subscribes to a publisher.
  @MainActor
  init<P: Publisher>(_ publisher: P, demand: Subscribers.Demand) where P.Output == Element, P.Failure == Failure {
    let (stream, continuation) = AsyncStream.makeStream(of: Result<Element, Failure>.self)
    let subscriber = ElementSubscriber<Element, Failure>(demand: demand, continuation: continuation)
    continuation.onTermination = { _ in subscriber.cancel() }
    self.subscriber = subscriber
    self.stream = stream
    publisher.subscribe(subscriber)
  }
}
