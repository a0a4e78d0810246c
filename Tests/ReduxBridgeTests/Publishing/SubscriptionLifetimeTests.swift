import ElmEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// The references between a store and a subscription that is over.
@MainActor
@Suite struct SubscriptionLifetimeTests {
  /// A subscriber that keeps its subscription, even a cancelled one, and no values.
  private final class Keeper<Input>: Subscriber {
    typealias Failure = Never

    var subscription: (any Subscription)?
    private let demand: Subscribers.Demand

    init(_ demand: Subscribers.Demand) {
      self.demand = demand
    }

    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(demand)
    }

    func receive(_ input: Input) -> Subscribers.Demand { .none }

    func receive(completion: Subscribers.Completion<Never>) {}
  }

  private final class Kept: Sendable, Equatable {
    static func == (left: Kept, right: Kept) -> Bool { left === right }
  }

  /// A state that calls a closure when it is read.
  private struct Probe {
    var onRead: @MainActor () -> Void

    var value: Int {
      MainActor.assumeIsolated(onRead)
      return 1
    }
  }

  @Test func `a store does not keep a cancelled subscription, nor read the state for it`() {
    var readCount = 0
    let store = ElmEngine.Store<Probe, Int>(initialState: Probe { readCount += 1 }) { state, _ in (state, .none) }
    let keeper = Keeper<Int>(.unlimited)
    store.publisher(for: \.value).subscribe(keeper)
    weak let subscription = keeper.subscription.map { $0 as AnyObject }
    #expect(subscription != nil)
    keeper.subscription?.cancel()
    keeper.subscription = nil
    let count = readCount
    store.send(1)
    #expect(readCount == count)
    #expect(subscription == nil)
  }

  @Test func `a store does not keep a subscription that was cancelled while it began`() {
    let keeper = Keeper<Int>(.unlimited)
    var readCount = 0
    let probe = Probe {
      readCount += 1
      keeper.subscription?.cancel()
    }
    let store = ElmEngine.Store<Probe, Int>(initialState: probe) { state, _ in (state, .none) }
    store.publisher(for: \.value).subscribe(keeper)
    weak let subscription = keeper.subscription.map { $0 as AnyObject }
    keeper.subscription = nil
    #expect(readCount == 1)
    store.send(1)
    #expect(readCount == 1)
    #expect(subscription == nil)
  }

  @Test func `a runtime that outlives its store does not keep a new subscription`() {
    var store: ScriptStore<Int>? = ScriptStore()
    let runtime = store?.runtime
    let publisher = store?.publisher
    store = nil
    let keeper = Keeper<[Int]>(.unlimited)
    publisher?.subscribe(keeper)
    weak let subscription = keeper.subscription.map { $0 as AnyObject }
    keeper.subscription = nil
    #expect(subscription == nil)
    withExtendedLifetime(runtime) {}
  }

  @Test func `values that wait when the store is deallocated are kept by the subscription only`() async {
    var store: ElmEngine.Store<Kept, Int>? = ElmEngine.Store(initialState: Kept()) { state, _ in (state, .none) }
    let keeper = Keeper<Kept>(.none)
    store?.publisher.subscribe(keeper)
    weak let kept = store?.state
    store = nil
    await TestExecutor().settle()
    #expect(kept != nil)
    keeper.subscription = nil
    #expect(kept == nil)
  }

  @Test func `values that wait when the store is deallocated are released by a cancel`() async {
    var store: ElmEngine.Store<Kept, Int>? = ElmEngine.Store(initialState: Kept()) { state, _ in (state, .none) }
    let keeper = Keeper<Kept>(.none)
    store?.publisher.subscribe(keeper)
    weak let kept = store?.state
    store = nil
    await TestExecutor().settle()
    #expect(kept != nil)
    keeper.subscription?.cancel()
    #expect(kept == nil)
  }

  @Test(arguments: [Subscribers.Demand.none, .unlimited])
  func `a cancelled subscription that is kept keeps no values, delivered or not`(demand: Subscribers.Demand) {
    let store = ElmEngine.Store<Kept?, Bool>(initialState: nil) { _, isKept in (isKept ? Kept() : nil, .none) }
    let keeper = Keeper<Kept?>(demand)
    store.publisher(for: \.self).subscribe(keeper)
    store.send(true)
    weak let kept = store.state
    keeper.subscription?.cancel()
    #expect(kept != nil)
    store.send(false)
    #expect(kept == nil)
  }

  @Test func `a cancelled subscription does not keep its subscriber`() {
    let store = ScriptStore(Int.self)
    var keeper: Keeper<[Int]>? = Keeper(.unlimited)
    weak let reference = keeper
    if let keeper { store.publisher.subscribe(keeper) }
    let subscription = keeper?.subscription
    keeper?.subscription = nil
    keeper = nil
    #expect(reference != nil)
    subscription?.cancel()
    #expect(reference == nil)
  }
}
