import StoreCore
import Testing
import _StoreTestSupport

/// The listeners for the end of a store.
@MainActor
@Suite struct StoreEndTests {
  @Test func `all listeners are called once, in the order of their registration, after the effects were cancelled`() {
    let order = Locked<[String]>([])
    let log = EventLog()
    var store: ScriptStore<Int>? = ScriptStore(options: StoreOptions(observers: [log])) { _ in
      .run { _ in try await untilCancelled() }
    }
    store?.send(1)
    for number in 1...3 {
      store?.runtime.whenEnded { order.withLock { $0.append("told \(number) of \(log.events("cancelled").count)") } }
    }
    #expect(order.withLock { $0 }.isEmpty)
    store = nil
    #expect(order.withLock { $0 } == ["told 1 of 1", "told 2 of 1", "told 3 of 1"])
  }

  @Test func `a cancelled listener is not called, and is released`() {
    final class Kept: Sendable {}
    var kept: Kept? = Kept()
    weak let reference = kept
    let told = Locked(0)
    var store: ScriptStore<Int>? = ScriptStore()
    let subscription = store?.runtime.whenEnded { [kept] in withExtendedLifetime(kept) { told.withLock { $0 += 1 } } }
    kept = nil
    #expect(reference != nil)
    subscription?.cancel()
    #expect(reference == nil)
    store = nil
    #expect(told.withLock { $0 } == 0)
  }

  @Test func `a listener that is cancelled while others are called is not called`() {
    let told = Locked(0)
    let later = Locked<StoreSubscription?>(nil)
    var store: ScriptStore<Int>? = ScriptStore()
    store?.runtime.whenEnded {
      let subscription = later.withLock { $0.take() }
      subscription?.cancel()
    }
    let subscription = store?.runtime.whenEnded { told.withLock { $0 += 1 } }
    later.withLock { $0 = subscription }
    store = nil
    #expect(told.withLock { $0 } == 0)
  }

  @Test func `what a listener retained may cancel others when it is deallocated`() {
    final class Owner: Sendable {
      let subscription: StoreSubscription?
      init(_ subscription: StoreSubscription?) { self.subscription = subscription }
      deinit { subscription?.cancel() }
    }
    let told = Locked(0)
    var store: ScriptStore<Int>? = ScriptStore()
    let owned = store?.runtime.whenEnded { told.withLock { $0 += 1 } }
    var owner: Owner? = Owner(owned)
    let subscription = store?.runtime.whenEnded { [owner] in withExtendedLifetime(owner) {} }
    owner = nil
    subscription?.cancel()
    store = nil
    #expect(told.withLock { $0 } == 0)
  }
}
