import StoreTesting
import Testing
import _StoreTestSupport

@testable import StoreCore

/// The bounds of what a store and its executor remember for settling.
@MainActor
@Suite struct SettlingBoundsTests {
  private let executor = TestExecutor()

  @Test func `an executor forgets deallocated stores, and no others`() {
    let first = ScriptStore(Int.self, options: StoreOptions(executor: executor, settlingLimit: .seconds(1_000)))
    for _ in 0..<300 {
      _ = ScriptStore(Int.self, options: StoreOptions(executor: executor, settlingLimit: .zero))
    }
    #expect(executor.activity.storeCount <= 16)
    #expect(executor.activity.settlingLimit == .seconds(1_000))
    withExtendedLifetime(first) {}
  }

  @Test func `an executor without stores has the default limit of stores`() {
    #expect(executor.activity.settlingLimit == StoreOptions.defaultSettlingLimit)
  }

  @Test func `a store stops delivering actions once their streams were released`() async {
    let store = ScriptStore(Int.self)
    for _ in 0..<3 { _ = store.actions }
    #expect(store.runtime.core.actionSubscribers != nil)
    // The subscriptions end in the next turn of the main actor.
    await Task.detached { @MainActor in }.value
    store.send(1)
    #expect(store.runtime.core.actionSubscribers == nil)
    #expect(store.runtime.core.endsEarly)
  }
}
