#if Exhaustive
import StoreCore

@testable import ReduxBridge

/// A subscriber that requests one value at a time, from any thread.
final class RequestingSubscriber<Input: Equatable & Sendable>: Subscriber, Sendable {
  typealias Failure = Never

  private struct State {
    var values: [Input] = []
    var subscription: Unannotated<any Subscription>?
    var awaited: (value: Input, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Locked(State())

  var values: [Input] { state.withLock { $0.values } }

  func receive(subscription: any Subscription) {
    // Sendable: a subscription may be asked from anywhere.
    let subscription = Unannotated(subscription)
    state.withLock { $0.subscription = subscription }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let continuation: CheckedContinuation<Void, Never>? = state.withLock { state in
      state.values.append(input)
      guard let awaited = state.awaited, awaited.value == input else { return nil }
      state.awaited = nil
      return awaited.continuation
    }
    continuation?.resume()
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}

  func request() {
    state.withLock { $0.subscription }?.value.request(.max(1))
  }

  /// Waits until a value has come.
  func wait(for value: Input) async {
    await withCheckedContinuation { continuation in
      let hasCome = state.withLock { state in
        if state.values.contains(value) { return true }
        state.awaited = (value, continuation)
        return false
      }
      if hasCome { continuation.resume() }
    }
  }
}
#endif
