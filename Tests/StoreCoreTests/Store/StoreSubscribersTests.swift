import StoreCore
import Testing
import _StoreTestSupport

/// The delivery of values to subscribers.
@MainActor
@Suite struct StoreSubscribersTests {
  private let subscribers = StoreSubscribers<Int>()

  @Test func `all subscribers receive a value before the next one that it causes`() {
    var heard: [String] = []
    _ = subscribers.add { [subscribers] value in
      heard.append("first \(value)")
      if value < 3 { subscribers.deliver(value + 1) }
    }
    _ = subscribers.add { heard.append("second \($0)") }
    subscribers.deliver(1)
    #expect(heard == ["first 1", "second 1", "first 2", "second 2", "first 3", "second 3"])
  }

  @Test func `a subscriber that is added while values wait receives those delivered afterwards`() {
    var heard: [Int] = []
    _ = subscribers.add { [subscribers] value in
      guard value == 1 else { return }
      subscribers.deliver(2)
      _ = subscribers.add { heard.append($0) }
      subscribers.deliver(3)
    }
    subscribers.deliver(1)
    subscribers.deliver(4)
    #expect(heard == [3, 4])
  }

  @Test(arguments: [1, 7, 100, 999])
  func `those that remain are called in order, whichever were cancelled, also while a value is delivered`(step: Int) {
    var heard: [Int] = []
    var subscriptions: [StoreSubscription] = []
    for number in 0..<1_000 {
      subscriptions.append(
        subscribers.add { value in
          heard.append(number)
          // Each delivery cancels some of those behind it, and some before.
          if value == 1, number % 3 == 0 { subscriptions[(number * 7) % 1_000].cancel() }
        }
      )
    }
    for number in stride(from: 0, to: 1_000, by: step) { subscriptions[(number * 13) % 1_000].cancel() }
    subscribers.deliver(1)
    heard = []
    subscribers.deliver(2)
    var cancelled = Set(stride(from: 0, to: 1_000, by: step).map { ($0 * 13) % 1_000 })
    // In the order of the delivery: one that was cancelled cancels nothing.
    for number in 0..<1_000 where number % 3 == 0 && !cancelled.contains(number) {
      cancelled.insert((number * 7) % 1_000)
    }
    #expect(heard == (0..<1_000).filter { !cancelled.contains($0) })
    #expect(subscribers.count == heard.count)
    subscriptions.append(subscribers.add { _ in heard.append(1_000) })
    heard = []
    subscribers.deliver(3)
    #expect(heard.last == 1_000 && heard == heard.sorted())
  }

  @Test func `cancelled subscriptions are released, even if no value is delivered`() {
    final class Kept {}
    weak var last: Kept?
    for _ in 0..<100 {
      let kept = Kept()
      last = kept
      subscribers.add { _ in withExtendedLifetime(kept) {} }.cancel()
    }
    var living: [StoreSubscription] = []
    for _ in 0..<20 { living.append(subscribers.add { _ in }) }
    #expect(last == nil)
    withExtendedLifetime(living) {}
  }

  @Test func `a kept subscription retains nothing once it is cancelled or the list is deallocated`() {
    final class Kept {}
    weak var cancelled: Kept?
    weak var other: Kept?
    var list: StoreSubscribers<Int>? = StoreSubscribers()
    var subscriptions: [StoreSubscription] = []
    for isCancelled in [true, false] {
      let kept = Kept()
      var subscription: StoreSubscription?
      subscription = list?.add { _ in
        withExtendedLifetime(kept) {}
        // The function keeps the subscription to which it belongs.
        if isCancelled { subscription?.cancel() }
      }
      if isCancelled { cancelled = kept } else { other = kept }
      if let subscription { subscriptions.append(subscription) }
    }
    #expect(cancelled != nil)
    list?.deliver(1)
    #expect(cancelled == nil)
    #expect(other != nil)
    list = nil
    #expect(other == nil)
    withExtendedLifetime(subscriptions) {}
  }

  @Test(arguments: [1, 2, 3])
  func `the remaining subscribers are notified in order, whichever were cancelled before`(seed: Int) {
    var random = SplitMix64(seed: seed)
    var heard: [Int] = []
    var left = Array(0..<50)
    let subscriptions = left.map { number in subscribers.add { _ in heard.append(number) } }
    while !left.isEmpty {
      let number = left.remove(at: random.number(below: left.count))
      subscriptions[number].cancel()
      subscriptions[number].cancel()
      heard = []
      subscribers.deliver(0)
      #expect(heard == left)
      #expect(subscribers.count == left.count)
    }
  }

  @Test func `a cancel of a subscription on another thread releases its function before it returns`() async {
    final class Kept: Sendable {}
    weak var released: Kept?
    var heard: [Int] = []
    let subscription: StoreSubscription
    do {
      let kept = Kept()
      released = kept
      subscription = subscribers.add { value in withExtendedLifetime(kept) { heard.append(value) } }
    }
    subscribers.deliver(1)
    await Task { @concurrent in subscription.cancel() }.value
    #expect(released == nil)
    subscribers.deliver(2)
    #expect(heard == [1])
  }
}
