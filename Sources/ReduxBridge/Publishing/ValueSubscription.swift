import Foundation
import OpenCombineShim
import StoreCore

/// One subscription to values of a store: they are delivered on the main actor, one at a time and in order.
final class ValueSubscription<Downstream: Subscriber>: Subscription, Sendable where Downstream.Failure == Never {
  typealias Value = Downstream.Input

  private struct State {
    var delivery: ValueDelivery<Value>
    var downstream: Downstream?
    var subscription: StoreSubscription?
    var end: EndSubscription?
  }

  private let source: ValueSource<Value>
  private let lock = NSLock()
  // Unsafe: used under the lock, and what is taken out of it on the main actor: values come from there, and are
  // delivered there. The subscriber may be let go of by whoever cancels, as by Combine's own publishers.
  nonisolated(unsafe) private var state: State
  /// The last value that was delivered, where repeated ones are left out.
  @MainActor private var last: Value?
  @MainActor private var hasComplained = false

  init(_ downstream: Downstream, to source: ValueSource<Value>) {
    self.source = source
    state = State(delivery: ValueDelivery(capacity: source.capacity), downstream: downstream)
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&state)
  }

  // MARK: Beginning

  /// Hands the subscription over, and begins to deliver: at once where the caller is on the main actor.
  func begin() {
    withState(\.downstream)?.receive(subscription: self)
    MainActor.perform { self.attach() }
  }

  @MainActor
  private func attach() {
    guard !withState(\.delivery.isOver) else { return }
    // Ends with the subscription: by what is sent below, or by `release`.
    guard
      let end = source.store.whenEnded({ Task.detached { @MainActor in self.finish() } }),
      let attachment = source.attach({ self.offer($0) })
    else { return finish() }
    let isOver = withState { state in
      guard !state.delivery.isOver else { return true }
      state.subscription = attachment.subscription
      state.end = end
      return false
    }
    guard !isOver else {
      attachment.subscription.cancel()
      end.cancel()
      return
    }
    if let first = attachment.first {
      source.store.callOut { _ = offer(first) }
    }
  }

  // MARK: Delivering

  /// Delivers a value, or keeps it until it is asked for.
  ///
  /// - Returns: whether somebody still listens.
  @MainActor
  private func offer(_ value: Value) -> Bool {
    let (offer, downstream) = withState { ($0.delivery.offer(value), $0.downstream) }
    switch offer {
    case .deliver:
      deliver(.deliver(value), to: downstream)
    case .due:
      deliver()
    case .waitsForOldest:
      complain()
    case .waits:
      break
    case .ignored:
      return false
    }
    return true
  }

  @MainActor
  private func deliver() {
    let (step, downstream) = withState { ($0.delivery.begin(), $0.downstream) }
    deliver(step, to: downstream)
  }

  @MainActor
  private func deliver(_ step: ValueDelivery<Value>.Step, to downstream: Downstream?) {
    var (step, downstream) = (step, downstream)
    while case .deliver(let value) = step {
      // What is left out was not asked for.
      let more = isRepeated(value) ? .max(1) : downstream?.receive(value) ?? .none
      (step, downstream) = withState { ($0.delivery.next(after: more), $0.downstream) }
    }
    if case .finish = step {
      release()
      downstream?.receive(completion: .finished)
    }
  }

  @MainActor
  private func isRepeated(_ value: Value) -> Bool {
    guard let areEqual = source.areEqual else { return false }
    if let last, areEqual(last, value) { return true }
    last = value
    return false
  }

  @MainActor
  private func complain() {
    guard let complaint = source.complaint, !hasComplained else { return }
    hasComplained = true
    source.store.report(complaint)
  }

  @MainActor
  private func finish() {
    let (step, downstream) = withState { ($0.delivery.finish(), $0.downstream) }
    deliver(step, to: downstream)
  }

  // MARK: Subscription

  func request(_ demand: Subscribers.Demand) {
    guard withState({ $0.delivery.request(demand) }) else { return }
    MainActor.perform { [self] in source.store.callOut { deliver() } }
  }

  func cancel() {
    release()
  }

  /// Lets go of the store and of the subscriber.
  private func release() {
    let old = withState { state in
      let old = state
      state.delivery.cancel()
      state.downstream = nil
      state.subscription = nil
      state.end = nil
      return old
    }
    old.end?.cancel()
    if let subscription = old.subscription {
      MainActor.perform { subscription.cancel() }
    }
  }
}
