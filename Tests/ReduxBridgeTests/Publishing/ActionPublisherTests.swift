import EffectViewEngine
import ReduxBridge
import StoreTesting
import Testing
import _StoreTestSupport

/// The actions of stores, as a publisher.
@MainActor
@Suite struct ActionPublisherTests {
  @Test func `each action comes with the state that it made, also if another action emitted it`() {
    let store = ScriptStore { (action: Int) in action == 1 ? .emit(10) : .none }
    var heard: [String] = []
    let sink = store.actionPublisher.sink { action, state in heard.append("\(action): \(state)") }
    store.send(1)
    store.send(2)
    #expect(heard == ["1: [1]", "10: [1, 10]", "2: [1, 10, 2]"])
    withExtendedLifetime(sink) {}
  }

  @Test func `an action comes with the state that a sink of states has written meanwhile`() {
    let host = EffectHost<Int, Int, Void>(state: 0, initialEvent: nil) { state, event in
      state += event
      return nil
    }
    var heard: [String] = []
    let states = host.publisher.sink { if $0 == 1 { host.state = 10 } }
    let actions = host.actionPublisher.sink { action, state in heard.append("\(action): \(state)") }
    host.send(1)
    #expect(heard == ["1: 10"])
    withExtendedLifetime((states, actions)) {}
  }

  @Test func `an action of a reduce that suspends comes after its commit`() async {
    let gate = Gate()
    let store = Store(
      feature: Script { state, action in
        if action == "slow" { await gate.pass() }
        state.append(action)
      },
      initialState: []
    )
    var heard: [String] = []
    let sink = store.actionPublisher.sink { action, state in heard.append("\(action): \(state)") }
    store.send(action: "slow")
    let last = store.send(action: "last")
    #expect(heard.isEmpty)
    gate.open()
    await last.value
    #expect(heard == [#"slow: ["slow"]"#, #"last: ["slow", "last"]"#])
    withExtendedLifetime(sink) {}
  }

  @Test func `an action that a sink sends is handled after the current one`() {
    let store = ScriptStore(Int.self)
    var heard: [String] = []
    let sink = store.actionPublisher.sink { [store] action, _ in
      if action < 3 { store.send(action + 1) }
      heard.append("\(action) with \(store.state.count)")
    }
    store.send(1)
    #expect(heard == ["1 with 1", "2 with 2", "3 with 3"])
    withExtendedLifetime(sink) {}
  }

  @Test func `a subscriber may subscribe and cancel while it receives an action`() {
    let store = ScriptStore(Int.self)
    var heard: [String] = []
    var sinks: [AnyCancellable] = []
    sinks.append(
      store.actionPublisher.sink { [store] action, _ in
        heard.append("first \(action)")
        sinks = [store.actionPublisher.sink { action, _ in heard.append("second \(action)") }]
      }
    )
    for number in 1...3 { store.send(number) }
    #expect(heard == ["first 1", "second 2", "second 3"])
  }

  @Test func `actions wait for demand, and when too many wait the oldest is dropped with an issue`() {
    let issues = IssueLog()
    let store = ScriptStore(Int.self, options: StoreOptions(onIssue: issues.record))
    let slow = SlowSubscriber<(action: Int, state: [Int]), Never>()
    store.actionPublisher.subscribe(slow)
    for number in 1...StreamLimits.capacity { store.send(number) }
    #expect(issues.all.isEmpty)
    store.send(0)
    store.send(0)
    #expect(issues.all.count == 1)
    #expect(
      issues.all.first?.message == """
        A subscriber of a store's actions has requested so few that some were dropped.

        256 actions wait for demand; each further one replaces the oldest.

        Let the subscriber request more, or append 'buffer(size:prefetch:whenFull:)' to 'actionPublisher'.
        """
    )
    slow.request(.unlimited)
    #expect(slow.values.map(\.action) == Array(3...StreamLimits.capacity) + [0, 0])
  }

  @Test func `actions that wait when the store is deallocated come on demand, and then the completion`() async {
    var store: ScriptStore<Int>? = ScriptStore()
    var slow: SlowSubscriber<(action: Int, state: [Int]), Never>?
    slow = SlowSubscriber { action, _ in
      // Inside a value, and by the demand returned for it.
      if action == 1 { slow?.request(.max(1)) }
      return action == 2 ? .max(1) : .none
    }
    if let slow { store?.actionPublisher.subscribe(slow) }
    for number in 1...4 { store?.send(number) }
    store = nil
    await TestExecutor().settle()
    #expect(slow?.isFinished == false)
    slow?.request(.max(1))
    #expect(slow?.values.map(\.action) == [1, 2, 3])
    #expect(slow?.isFinished == false)
    slow?.request(.max(1))
    #expect(slow?.values.map(\.action) == [1, 2, 3, 4])
    #expect(slow?.isFinished == true)
    slow = nil
  }

  @Test func `a store subscribed to another one's actions gets all of them, though that is deallocated`() async {
    let executor = TestExecutor()
    let log = ScriptStore(Int.self, options: StoreOptions(executor: executor))
    var store: ScriptStore<Int>? = ScriptStore()
    if let store { log.subscribe(to: store.actionPublisher.map(\.action)) { $0 } }
    // More than the subscription requests before it has handled some.
    let numbers = Array(1...StreamLimits.capacity + 50)
    for number in numbers { store?.send(number) }
    store = nil
    await executor.settle()
    #expect(log.state == numbers)
    #expect(log.runningTaskCount == 0)
  }
}
