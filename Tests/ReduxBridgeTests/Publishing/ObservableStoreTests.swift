import EffectViewEngine
import ElmEngine
import FeatureEngine
import ReduxBridge
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Stores of other engines as observable objects.
@MainActor
@Suite struct ObservableStoreTests {
  @Test func `objectWillChange comes once for each change, and before it if the state is a value`() {
    let store = ElmEngine.Store<Int, Int>(initialState: 0) { state, action in (state + action, .none) }
    let object = ObservableStore(store)
    var heard: [Int] = []
    let sink = object.objectWillChange.sink { heard.append(object.state) }
    object.send(1)
    store.send(2)
    #expect(heard == [0, 1])
    #expect(object.state == 3)
    withExtendedLifetime(sink) {}
  }

  @Test func `objectWillChange comes before the change also for a store that is an observable object itself`() async {
    let gate = Gate()
    let store = ReduxBridge.Store(
      feature: Script { state, action in
        if action == "slow" { await gate.pass() }
        state.append(action)
      },
      initialState: []
    )
    let object = ObservableStore(store)
    var heard: [[String]] = []
    let sink = object.objectWillChange.sink { heard.append(object.state) }
    object.send("slow")
    let last = store.send(action: "last")
    #expect(heard.isEmpty)
    gate.open()
    await last.value
    #expect(heard == [[], ["slow"]])
    #expect(object.state == ["slow", "last"])
    withExtendedLifetime(sink) {}
  }

  @Test func `objectWillChange comes for a write from outside, too`() {
    let host = EffectHost<Int, Int, Void>(state: 0, initialEvent: nil) { _, _ in nil }
    let object = ObservableStore(host)
    var heard: [Int] = []
    let sink = object.objectWillChange.sink { heard.append(object.state) }
    host.state = 5
    host.state = 6
    #expect(heard == [0, 5])
    withExtendedLifetime(sink) {}
  }

  /// An owner of a host's state.
  @Observable
  final class Owner {
    var count = 0
  }

  @Test func `objectWillChange comes also for the changes after a write past a host`() async {
    let owner = Owner()
    let storage = StateAccessor {
      owner.count
    } set: {
      owner.count = $0
    }
    let host = EffectHost<Int, Int, Void>(storage: storage) { count, number in
      count += number
      return nil
    }
    let object = ObservableStore(host)
    var heard: [Int] = []
    let sink = object.objectWillChange.sink { heard.append(object.state) }
    owner.count = 5
    #expect(heard == [0])
    await TestExecutor().settle()
    host.send(1)
    #expect(heard == [0, 5])
    await TestExecutor().settle()
    owner.count = 7
    #expect(heard == [0, 5, 6])
    withExtendedLifetime(sink) {}
  }

  @Test func `objectWillChange comes after each action if the state is an object`() {
    let store = FeatureEngine.Store(initialState: TallyState(), feature: Tally())
    let object = ObservableStore(store)
    var heard: [Int] = []
    let sink = object.objectWillChange.sink { heard.append(object.state.count) }
    object.send(1)
    object.send(2)
    #expect(heard == [1, 3])
    withExtendedLifetime(sink) {}
  }

  @Test func `an action sent in objectWillChange is handled after the change`() {
    let store = ElmEngine.Store<[Int], Int>(initialState: []) { state, action in (state + [action], .none) }
    let object = ObservableStore(store)
    let sink = object.objectWillChange.sink { if object.state.isEmpty { object.send(2) } }
    object.send(1)
    #expect(object.state == [1, 2])
    withExtendedLifetime(sink) {}
  }

  @Test func `objectWillChange comes also for a change that a subscriber makes while another is announced`() {
    let host = EffectHost<Int, Int, Void>(state: 0, initialEvent: nil) { state, event in
      state += event
      return nil
    }
    host.subscribe { if $0 == 1 { host.state = 10 } }
    let object = ObservableStore(host)
    var count = 0
    let sink = object.objectWillChange.sink { count += 1 }
    host.send(1)
    #expect(host.state == 10)
    #expect(count == 2)
    host.send(1)
    #expect(count == 3)
    withExtendedLifetime(sink) {}
  }

  @Test func `an observable object keeps the store, and the store does not keep it`() {
    var object: ObservableStore<ScriptStore<Int>>? = ObservableStore(ScriptStore())
    weak let reference = object
    let store = object?.store
    object = nil
    #expect(reference == nil)
    store?.send(1)
    store?.send(2)
    #expect(store?.state == [1, 2])
  }

  @Test func `a deallocated observable object leaves no subscription and no observation at the store`() {
    let store = SubscribedStore()
    var object: ObservableStore<SubscribedStore>? = ObservableStore(store)
    #expect(object != nil)
    #expect(store.subscription != nil)
    #expect(store.port.isObserved)
    object = nil
    #expect(store.subscription == nil)
    #expect(!store.port.isObserved)
  }
}

/// A store with a weak reference to its last subscription, which knows whether its state is observed.
@MainActor
private final class SubscribedStore: StoreEngine {
  private let base = ScriptStore(Int.self)
  private(set) weak var subscription: StoreSubscription?
  private(set) lazy var port = ObservationPort(of: self)

  var state: [Int] {
    port.access()
    return base.state
  }

  nonisolated var runtime: Runtime<Int> { base.runtime }

  @discardableResult
  func subscribe(_ receive: @escaping @MainActor ([Int]) -> Void) -> StoreSubscription {
    let subscription = base.subscribe(receive)
    self.subscription = subscription
    return subscription
  }
}
