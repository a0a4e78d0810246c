import CombineShim
import DequeModule
import Foundation
import StoreCore

/// One subscription to a store's values, which are delivered on the main actor, one at a time and in order.
final class ValueSubscription<Value>: Subscription, Sendable {
  private let source: ValueSource<Value>
  private let lock = NSLock()
  // Unsafe, and exclusive: this and the four below are used under the lock. The subscriber is called only on the main
  // actor, but may be released on any thread that cancels, as by Combine's own publishers; so may the rest.
  @exclusivity(unchecked) nonisolated(unsafe) private var delivery: DemandedDelivery
  // As above.
  @exclusivity(unchecked) nonisolated(unsafe) private var receive: ((Value) -> Subscribers.Demand)?
  // As above.
  nonisolated(unsafe) private var complete: (() -> Void)?
  // As above.
  nonisolated(unsafe) private var subscription: StoreSubscription?
  // As above.
  nonisolated(unsafe) private var end: StoreSubscription?
  /// The values that wait for demand.
  @MainActor private var waiting: Deque<Value> = []
  /// The last value that was delivered, if repeated ones are left out.
  @MainActor private var last: Value?
  @MainActor private var hasComplained = false

  /// Subscribes to a source, on any thread: at once on the main actor.
  @discardableResult
  init<Downstream: Subscriber>(_ downstream: Downstream, to source: ValueSource<Value>)
  where Downstream.Input == Value, Downstream.Failure == Never {
    self.source = source
    delivery = DemandedDelivery(capacity: source.capacity)
    receive = { downstream.receive($0) }
    complete = { downstream.receive(completion: .finished) }
    downstream.receive(subscription: self)
    MainActor.perform { self.attach() }
  }

  private func decide<Decision>(_ body: (inout DemandedDelivery) -> Decision) -> Decision {
    lock.lock()
    defer { lock.unlock() }
    return body(&delivery)
  }

  // MARK: Beginning

  @MainActor
  private func attach() {
    guard !decide(\.isOver) else { return }
    // Ends with the subscription, either below or by `release`.
    guard let end = source.store.whenEnded({ Task.detached { @MainActor in self.finish() } }) else { return finish() }
    guard let attachment = source.attach({ self.offer($0) }) else {
      // The store was deallocated, but its runtime is still retained, and would retain this.
      end.cancel()
      return finish()
    }
    let isOver = decide { delivery in
      guard !delivery.isOver else { return true }
      subscription = attachment.subscription
      self.end = end
      return false
    }
    guard !isOver else {
      attachment.subscription.cancel()
      end.cancel()
      return
    }
    if let first = attachment.first {
      source.store.performOutsideHandler { offer(first) }
    }
  }

  // MARK: Delivering

  /// Delivers a value, or keeps it until it is requested.
  @MainActor
  private func offer(_ value: Value) {
    lock.lock()
    let offer = delivery.offer()
    let receive = receive
    lock.unlock()
    guard offer == .deliver else { return keep(value, offer) }
    goOn(after: hand(value, to: receive))
  }

  // Separate: metadata for the type of values, known only at run time, is looked up at the beginning of a function.
  @MainActor
  @inline(never)
  private func keep(_ value: Value, _ offer: DemandedDelivery.Offer) {
    switch offer {
    case .due:
      waiting.append(value)
      deliver()
    case .deliver, .waits:
      waiting.append(value)
    case .waitsForOldest(let place):
      waiting.remove(at: place)
      waiting.append(value)
      complain()
    case .ignored:
      break
    }
  }

  @MainActor
  private func deliver() {
    deliver(decide { $0.begin() })
  }

  @MainActor
  private func goOn(after more: Subscribers.Demand) {
    lock.lock()
    let step = delivery.next(after: more)
    lock.unlock()
    if step != .nothing { deliver(step) }
  }

  @MainActor
  private func deliver(_ step: DemandedDelivery.Step) {
    var step = step
    while step == .deliver {
      let value = waiting.removeFirst()
      lock.lock()
      let receive = receive
      lock.unlock()
      let more = hand(value, to: receive)
      step = decide { $0.next(after: more) }
    }
    if step == .finish {
      release()?()
    }
  }

  /// Passes a value to the subscriber, unless it repeats the last one.
  ///
  /// - Returns: The additional demand; a value that is left out does not use any.
  @MainActor
  private func hand(_ value: Value, to receive: ((Value) -> Subscribers.Demand)?) -> Subscribers.Demand {
    if source.areSame != nil, isRepeated(value) { return .max(1) }
    return receive?(value) ?? .none
  }

  // Separate, as above.
  @MainActor
  @inline(never)
  private func isRepeated(_ value: Value) -> Bool {
    if let last, source.areSame?(last, value) == true { return true }
    last = value
    return false
  }

  @MainActor
  private func complain() {
    guard let complaint = source.complaint, !hasComplained else { return }
    hasComplained = true
    source.store.report(complaint)
  }

  /// Ends the subscription after the values that wait for demand; until then only the subscriber retains it.
  @MainActor
  private func finish() {
    // A value that would be left out is not worth waiting for.
    while let last, let next = waiting.first, source.areSame?(last, next) == true, !waiting.isEmpty {
      waiting.removeFirst()
      decide { $0.dropFirst() }
    }
    deliver(decide { $0.finish() })
  }

  // MARK: Subscription

  func request(_ demand: Subscribers.Demand) {
    guard decide({ $0.request(demand) }) else { return }
    MainActor.perform { [self] in source.store.performOutsideHandler { deliver() } }
  }

  func cancel() {
    _ = release()
  }

  /// Releases the store and the subscriber.
  ///
  /// - Returns: A function that tells the subscriber that the subscription has finished.
  private func release() -> (() -> Void)? {
    lock.lock()
    delivery.cancel()
    // Released outside the lock: their deinitialisers may run a user's code.
    let old = (receive: receive, complete: complete, subscription: subscription, end: end)
    (receive, complete, subscription, end) = (nil, nil, nil, nil)
    lock.unlock()
    old.end?.cancel()
    guard let subscription = old.subscription else { return old.complete }
    MainActor.perform { [self] in
      subscription.cancel()
      waiting = []
      last = nil
    }
    return old.complete
  }
}
