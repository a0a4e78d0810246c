import Dispatch
import Observation
import ReduxBridge
import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Reduces one after another, their effects, and what ends them.
@MainActor
@Suite struct StoreTests {
  private struct Counter: FeatureType {
    var fetch: @MainActor () async -> Int

    func reduce(into count: inout Int, action: Int) async {
      let amount = await fetch()
      count += amount
    }
  }

  private let executor = TestExecutor()
  private let log = EventLog()

  private var options: StoreOptions { StoreOptions(executor: executor, observers: [log]) }

  private func makeStore(_ script: Script = Script()) -> Store<Script> {
    Store(feature: script, initialState: [], options: options)
  }

  // MARK: Order

  @Test func `a reduce that does not suspend has ended when send returns`() {
    let store = makeStore()
    let handle = store.send(action: "a")
    store.send("b")
    #expect(store.state == ["a", "b"])
    #expect(handle.isFinished)
  }

  #if os(Linux)
  @Test func `a reduce sent from a block of the main queue has not begun when send returns`() async {
    let store = makeStore()
    let state = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        store.send(action: "a")
        continuation.resume(returning: store.state)
      }
    }
    #expect(state.isEmpty)
    await store.settle()
    #expect(store.state == ["a"])
  }
  #endif

  @Test func `a thousand sends through a dependency that suspends count to a thousand`() async {
    let gate = Gate()
    let counter = Counter {
      await gate.pass()
      return 1
    }
    let store = Store(feature: counter, initialState: 0)
    let naive = NaiveStore(feature: counter, initialState: 0)
    for _ in 0..<1_000 { store.send(action: 0) }
    let tasks = (0..<1_000).map { _ in naive.send(action: 0) }
    // The one reduce of the store, and all those of the naive one.
    await gate.waitForArrivals(1_001)
    gate.open()
    await store.settle()
    for task in tasks { await task.value }
    #expect(store.state == 1_000)
    #expect(naive.state == 1)
  }

  @Test func `a reduce that suspends is told, and one that does not is not`() async {
    let gate = Gate()
    let events = RecordedEvents()
    let script = Script { state, action in
      if action == "slow" { await gate.pass() }
      state.append(action)
    }
    let store = Store(feature: script, initialState: [], options: StoreOptions(executor: executor, observers: [events]))
    store.send("quick")
    store.send("slow")
    let suspended = events.all.compactMap { event in
      if case .handlerSuspended(let action, let id) = event.kind { ("\(action)", id) } else { nil }
    }
    #expect(suspended.map(\.0) == ["slow"])
    #expect(events.all.count == 2)
    gate.open()
    await store.settle()
    guard case .actionHandled(_, let id)? = events.all.last?.kind else {
      Issue.record("\(events.all)")
      return
    }
    #expect(id == suspended.first?.1 && events.all.count == 3)
  }

  @Test func `while a reduce is suspended the state is the previous one, and later actions wait`() async {
    let gate = Gate()
    let store = makeStore(
      Script { state, action in
        state.append(action)
        if action == "slow" { await gate.pass() }
      }
    )
    let slow = store.send(action: "slow")
    let next = store.send(action: "next")
    #expect(store.state.isEmpty)
    #expect(!slow.isFinished)
    gate.open()
    await next.value
    #expect(slow.isFinished)
    #expect(store.state == ["slow", "next"])
  }

  @Test func `a reduce that sends to its own store does not wait for that action`() async {
    var store: Store<Script>?
    store = makeStore(
      Script { state, action in
        state.append(action)
        if action == "a" {
          store?.send(action: "b")
          // Returns at once: the store continues when the reduce has returned.
          await store?.send(action: "c").value
        }
      }
    )
    store?.send(action: "a")
    await store?.settle()
    #expect(store?.state == ["a", "b", "c"])
    #expect(log.events("issue").count == 1)
    store = nil
  }

  // MARK: Ends

  @Test func `a queued action that is cancelled is not reduced`() async {
    let gate = Gate()
    let store = makeStore(
      Script { state, action in
        state.append(action)
        if action == "slow" { await gate.pass() }
      }
    )
    store.send(action: "slow")
    store.send(action: "cancelled").cancel()
    gate.open()
    await store.send(action: "last").value
    #expect(store.state == ["slow", "last"])
    #expect(log.events("dropped") == ["dropped cancelled of nobody"])
  }

  @Test func `a reduce that is cancelled while it is suspended changes nothing, and has no effects`() async {
    let gate = Gate()
    let store = makeStore(
      Script { state, action in
        state.append(action)
        if action == "slow" { await gate.pass() }
      } effects: { action, _ in
        action == "slow" ? .emit("effect") : .none
      }
    )
    let slow = store.send(action: "slow")
    var heard: [String] = []
    store.runtime.subscribe(toActions: { heard.append($0) })
    slow.cancel()
    gate.open()
    await store.send(action: "last").value
    #expect(store.state == ["last"])
    #expect(heard == ["last"])
    #expect(log.events("handled") == ["handled last"])
    #expect(log.events("dropped") == ["dropped slow of nobody"])
  }

  @Test func `a store deallocated in the middle of a reduce changes nothing more, and its waiters return`() async {
    let gate = Gate()
    var isCancelled = false
    var store: Store<Script>? = makeStore(
      Script { state, action in
        state.append(action)
        await gate.pass()
        isCancelled = Task.isCancelled
      }
    )
    var heard = 0
    let sink = store?.objectWillChange.sink { heard += 1 }
    let handle = store?.send(action: "slow")
    weak let reference = store
    store = nil
    #expect(reference == nil)
    await handle?.value
    gate.open()
    await executor.settle()
    #expect(isCancelled)
    #expect(heard == 0)
    withExtendedLifetime(sink) {}
  }

  @Test func `subscriptions and sequences end with the store, although a reduce is suspended`() async throws {
    let gate = Gate()
    defer { gate.open() }
    var store: Store<Script>? = makeStore(Script { _, _ in await gate.pass() })
    var token: _StoreTestSupport.Counter? = _StoreTestSupport.Counter()
    weak let kept = token
    store?.subscribe { [token] _ in withExtendedLifetime(token) {} }
    token = nil
    let states = store?.states
    let counts = store?.values(of: \.count)
    store?.send(action: "slow")
    await gate.waitForArrivals(1)
    store = nil
    // Otherwise the sequences would not end before the gate opens, either.
    try #require(kept == nil)
    for await state in try #require(states) { #expect(state.isEmpty) }
    for await count in try #require(counts) { #expect(count == 0) }
  }

  // MARK: Effects

  @Test func `effects begin after the commit, and have names, cancels and actions as in any engine`() async {
    let gate = Gate()
    let store = makeStore(
      Script(effects: { action, state in
        switch action {
        case "load":
          return .task(EffectOptions(id: "load")) {
            await gate.pass()
            return "loaded after \(state.count)"
          }
        case "cancel": return .cancel(.id("load"))
        default: return .none
        }
      })
    )
    store.send(action: "load")
    #expect(store.isTaskRunning(id: "load"))
    store.send(action: "cancel")
    #expect(!store.isTaskRunning(id: "load"))
    store.send(action: "load")
    gate.open()
    await store.settle()
    #expect(store.state == ["load", "cancel", "load", "loaded after 3"])
  }

  // MARK: Watching

  @Test func `objectWillChange comes before a tool replaces the state, and subscribers get the new one`() {
    final class Tool: RuntimeObserver {
      @MainActor var handle: StoreHandle?

      func begin(_ store: StoreHandle) { handle = store }
      func receive(_ event: RuntimeEvent) {}
    }
    let tool = Tool()
    let store = Store(
      feature: Script { state, action in state.append(action) },
      initialState: [],
      options: StoreOptions(observers: [tool])
    )
    var heard: [String] = []
    let sink = store.objectWillChange.sink { heard.append("will change from \(store.state)") }
    store.subscribe { heard.append("is \($0)") }
    #expect(tool.handle?.replaceState(["old"], at: .unknown) == true)
    #expect(tool.handle?.replaceState(1, at: .unknown) == false)
    #expect(store.state == ["old"])
    #expect(heard == ["will change from []", #"is ["old"]"#])
    withExtendedLifetime(sink) {}
  }

  @Test func `objectWillChange comes before a change, and a subscriber is called after it`() {
    let store = makeStore()
    var heard: [String] = []
    let sink = store.objectWillChange.sink { heard.append("will change from \(store.state)") }
    store.subscribe { heard.append("is \($0)") }
    store.send(action: "a")
    #expect(heard == [#"will change from []"#, #"is ["a"]"#])
    withExtendedLifetime(sink) {}
  }

  @Test func `the state is observed as that of any engine with a value state`() {
    let store = makeStore()
    let changes = _StoreTestSupport.Counter()
    let seen = withObservationTracking {
      store.state
    } onChange: {
      changes.add()
    }
    #expect(seen.isEmpty)
    store.send(action: "a")
    store.send(action: "b")
    #expect(changes.value == 1)
  }

  @Test func `an action sent because of a change is handled after it`() {
    let store = makeStore()
    let sink = store.objectWillChange.sink { if store.state.isEmpty { store.send(action: "sent") } }
    store.send(action: "a")
    #expect(store.state == ["a", "sent"])
    withExtendedLifetime(sink) {}
  }
}
