extension StoreEngine where State: Sendable {
  /// The current state, and each later one that the consumer is in time for.
  ///
  /// A consumer that is slower than the store skips states; it always gets the newest. The sequence ends when
  /// the store is deallocated, and does not keep it. It is for one reader: ask the store for another one.
  public var states: AsyncStream<State> {
    sequence(of: state) { state, _ in state }
  }
}

extension StoreEngine {
  /// The current value at a key path, and each later one that differs from the value before; else as ``states``.
  ///
  /// Of a state that is an object it comes when an action was handled or an effect has ended.
  public func values<Value: Equatable & Sendable>(of keyPath: KeyPath<State, Value>) -> AsyncStream<Value> {
    sequence(of: state[keyPath: keyPath]) { state, last in
      let value = state[keyPath: keyPath]
      return value == last ? nil : value
    }
  }

  private func sequence<Element: Sendable>(
    of first: Element,
    next: @escaping @MainActor (State, Element) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(first)
    let end = StreamEnd(continuation)
    var last = first
    let subscription = subscribe { state in
      guard let element = next(state, last) else { return }
      last = element
      end.continuation.yield(element)
    }
    subscription.end(with: continuation)
    return stream
  }
}

/// The end of a stream with the object that feeds it.
final class StreamEnd<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

extension StoreSubscription {
  /// Cancels the subscription when nobody reads a stream any more that it feeds.
  func end<Element>(with stream: AsyncStream<Element>.Continuation) {
    stream.onTermination = { reason in
      // A stream is finished by the end of its store, and the subscription with it.
      if case .cancelled = reason { self.cancel() }
    }
  }
}
