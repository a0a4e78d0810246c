import StoreCore

@testable import ReduxBridge

/// A publisher that a test controls, which records its requests, and where they came.
final class ManualPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
  /// The calls that it has received.
  struct Record {
    var subscriptions = 0
    var demands: [Subscribers.Demand] = []
    var cancels = 0
    /// Whether all was asked on the main actor.
    var isOnMainActor = true
  }

  // Unsafe: Combine does not annotate it; used under the lock.
  private struct State: @unchecked Sendable {
    var record = Record()
    var downstream: AnySubscriber<Output, Failure>?
  }

  private final class Link: Subscription {
    private let publisher: ManualPublisher

    init(_ publisher: ManualPublisher) {
      self.publisher = publisher
    }

    func request(_ demand: Subscribers.Demand) {
      // Sendable: a number.
      let asked = Unannotated(demand)
      publisher.note { $0.demands.append(asked.value) }
      publisher.onRequest(publisher, demand)
    }

    func cancel() {
      publisher.note { $0.cancels += 1 }
      publisher.onCancel()
    }
  }

  private let state = Locked(State())
  private let onRequest: @Sendable (ManualPublisher, Subscribers.Demand) -> Void
  private let onCancel: @Sendable () -> Void

  init(
    onRequest: @escaping @Sendable (ManualPublisher, Subscribers.Demand) -> Void = { _, _ in },
    onCancel: @escaping @Sendable () -> Void = {}
  ) {
    self.onRequest = onRequest
    self.onCancel = onCancel
  }

  var record: Record { state.withLock { Unannotated($0.record) }.value }

  private func note(_ change: @Sendable (inout Record) -> Void) {
    let isCurrent = MainActor.isCurrent
    state.withLock { state in
      change(&state.record)
      if !isCurrent { state.record.isOnMainActor = false }
    }
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    note { $0.subscriptions += 1 }
    let downstream = Unannotated(AnySubscriber(subscriber))
    state.withLock { $0.downstream = downstream.value }
    subscriber.receive(subscription: Link(self))
  }

  /// Sends an element, whether it was requested or not.
  func send(_ output: Output) {
    _ = state.withLock { Unannotated($0.downstream) }.value?.receive(output)
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let downstream = state.withLock { state in
      defer { state.downstream = nil }
      return Unannotated(state.downstream)
    }
    downstream.value?.receive(completion: completion)
  }
}
