import CombineShim
import StoreCore

/// A subscriber that passes a publisher's elements, from any thread, to a stream.
///
/// Demand and cancellation reach the publisher on the main actor, for the sake of closures that were written there.
final class ElementSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  private struct State {
    var subscription: (any Subscription)?
    var isOver = false
  }

  private let demand: Subscribers.Demand
  private let continuation: AsyncStream<Result<Input, Failure>>.Continuation
  private let state = Guarded(State())

  init(demand: Subscribers.Demand, continuation: AsyncStream<Result<Input, Failure>>.Continuation) {
    self.demand = demand
    self.continuation = continuation
  }

  // MARK: The publisher

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { state in
      guard !state.isOver, state.subscription == nil else { return false }
      state.subscription = subscription
      return true
    }
    // Sendable: a subscription may get demand and be cancelled from anywhere. It comes on the publisher's thread.
    let unannotated = Unannotated(subscription)
    MainActor.perform { [demand] in
      isWanted ? unannotated.value.request(demand) : unannotated.value.cancel()
    }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    continuation.yield(.success(input))
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    state.withLock { state in
      state.isOver = true
      state.subscription = nil
    }
    if case .failure(let error) = completion {
      continuation.yield(.failure(error))
    }
    continuation.finish()
  }

  // MARK: The stream

  /// Requests as many elements as were consumed.
  @MainActor
  func request(_ count: Int) {
    state.withLock { $0.subscription }?.request(.max(count))
  }

  /// Ends the subscription.
  func cancel() {
    let subscription = state.withLock { state in
      defer { state.subscription = nil }
      state.isOver = true
      return state.subscription
    }
    guard let subscription else { return }
    // Sendable: a subscription may be cancelled from anywhere.
    let unannotated = Unannotated(subscription)
    MainActor.perform { unannotated.value.cancel() }
  }
}
