extension StoreEngine where State: Sendable {
  /// The current state, followed by later ones.
  ///
  /// A consumer that is slower than the store skips states, and always gets the newest. The sequence ends when the
  /// store is deallocated, and does not keep it alive. It is for one reader: each reader needs its own.
  public var states: AsyncStream<State> {
    sequence(of: state) { state, _ in state }
  }
}

extension StoreEngine {
  /// The current value at a key path, and each later one that differs from the value before; otherwise like ``states``.
  ///
  /// A consumer that skips values may get its last value again, if the store has returned to it. If the state is an
  /// object, a value comes when an action has been handled or an effect has ended. Values that are not `Sendable` are
  /// read on the main actor.
  public func values<Value: Equatable>(of keyPath: KeyPath<State, Value>) -> AsyncStream<Value> {
    let comparison = PartComparison<Value>()
    return sequence(of: state[keyPath: keyPath]) { state, last in
      let value = state[keyPath: keyPath]
      return comparison.areSame(last, value) ? nil : value
    }
  }

  private func sequence<Element>(
    of first: Element,
    next: @escaping @MainActor (State, Element) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
    // Only values that are `Sendable` leave the main actor: the stream of others cannot leave it either.
    nonisolated(unsafe) var last = first
    continuation.yield(last)
    let end = StreamEnd(continuation)
    let subscription = subscribe { state in
      guard let element = next(state, last) else { return }
      last = element
      end.continuation.yield(last)
    }
    subscription.end(with: continuation)
    return stream
  }
}

/// The owner of a stream's continuation, which ends the stream when it is deallocated.
final class StreamEnd<Element>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) {
    self.continuation = continuation
  }

  deinit {
    continuation.finish()
  }
}

extension StoreSubscription {
  /// Cancels the subscription when the stream that it feeds is no longer read.
  func end<Element>(with stream: AsyncStream<Element>.Continuation) {
    stream.onTermination = { reason in
      // The end of the store finishes the stream, and ends the subscription too.
      if case .cancelled = reason { self.cancel() }
    }
  }
}
