import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

/// The promises of "Sequential Action Processing", and what would be a deadlock.
@MainActor
@Suite struct SequentialTests {
  @Test func `the next action's handler waits for the previous action's run`() async {
    let gate = Gate()
    let store = Store(
      ordering: .sequential,
      ActionHandler { action, state in
        state.lines.append("handle \(action)")
        guard action == "heavyTask" else { return .none }
        return .run { state in
          await gate.pass()
          state.lines.append("ran \(action)")
        }
      }
    )
    store.send("heavyTask")
    let update = store.send("uiUpdate")
    await gate.waitForArrivals(1)
    #expect(store.state.lines == ["handle heavyTask"])
    #expect(!update.isFinished)
    gate.open()
    await update.value
    #expect(store.state.lines == ["handle heavyTask", "ran heavyTask", "handle uiUpdate"])
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `subscribers get the state after each action`() {
    let store = Store(
      ordering: .sequential,
      ActionHandler { action, state in
        state.lines.append(action)
        return .none
      }
    )
    var received: [[String]] = []
    store.subscribe { received.append($0.lines) }
    store.send("a")
    store.send("b")
    #expect(received == [["a"], ["a", "b"]])
  }

  @Test func `without sequential ordering the next action's handler does not wait`() async {
    let gate = Gate()
    let store = Store(
      ActionHandler { action, state in
        state.lines.append(action)
        return action == "heavyTask" ? .run { _ in await gate.pass() } : .none
      }
    )
    store.send("heavyTask")
    store.send("uiUpdate")
    #expect(store.state.lines == ["heavyTask", "uiUpdate"])
    gate.open()
    await store.settle()
  }

  @Test func `actions are handled in the order in which they were sent, each after all earlier runs`() async {
    let store = Store(
      ordering: .sequential,
      ActionHandler { action, state in
        state.lines.append("begin \(action)")
        return .merge(
          .run { state in state.lines.append("end \(action)") },
          .concatenate(.run { _ in }, .run { state in state.lines.append("last of \(action)") })
        )
      }
    )
    for number in 1...20 { store.send("\(number)") }
    await store.send("21").tree
    await store.settle()
    #expect(
      store.state.lines == (1...21).flatMap { ["begin \($0)", "end \($0)", "last of \($0)"] }
    )
  }

  @Test func `a run that starts a detached task returns at once and delays nothing`() async {
    let gate = Gate()
    let store = Store(
      ordering: .sequential,
      ActionHandler { action, state in
        state.lines.append(action)
        guard action == "heavyTask" else { return .none }
        return .run { _ in Task.detached { await gate.pass() } }
      }
    )
    store.send("heavyTask")
    await store.send("uiUpdate").value
    #expect(store.state.lines == ["heavyTask", "uiUpdate"])
    await gate.waitForArrivals(1)
    gate.open()
  }

  // MARK: No deadlock

  @Test(arguments: [false, true], [false, true])
  func `a run may wait for an action that it sends to its own store`(performs: Bool, suspends: Bool) async {
    let issues = IssueLog()
    var store: Store<Script>?
    var handler = ActionHandler<String, Notes> { action, state in
      state.lines.append("handle \(action)")
      switch action {
      case "outer":
        return .run { state, send in
          if performs { await send.perform("inner") } else { await store?.send("inner").value }
          state.lines.append("ran outer")
        }
      case "inner":
        return .run { state in state.lines.append("ran inner") }
      default:
        return .none
      }
    }
    if suspends { handler = handler.use(Pausing()) }
    store = Store(ordering: .sequential, options: StoreOptions(clock: .still, onIssue: issues.record), handler)
    store?.send("outer")
    await store?.send("next").tree
    #expect(
      store?.state.lines == ["handle outer", "handle inner", "ran inner", "ran outer", "handle next"]
    )
    #expect(issues.all.map(\.message) == [])
    await store?.settle()
    #expect(store?.runtime.table.nodeCount == 0)
    store = nil
  }

  @Test(arguments: [false, true])
  func `a cancel by name does not wait for the queued action`(suspends: Bool) async {
    let gate = Gate()
    var handler = ActionHandler<String, Notes> { action, state in
      state.lines.append(action)
      return action == "heavyTask" ? .run(id: "heavy") { _ in await gate.pass() } : .none
    }
    if suspends { handler = handler.use(Pausing()) }
    let store = Store(ordering: .sequential, handler)
    store.send("heavyTask")
    let update = store.send("uiUpdate")
    await gate.waitForArrivals(1)
    #expect(store.state.lines == ["heavyTask"])
    store.cancelTask(id: "heavy")
    #expect(!store.isTaskRunning(id: "heavy"))
    if !suspends { #expect(update.isFinished) }
    await update.value
    #expect(store.state.lines == ["heavyTask", "uiUpdate"])
    gate.open()
    await store.settle()
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [false, true])
  func `a store released with a full queue resumes all waiters, and is deallocated`(suspends: Bool) async {
    let gate = Gate()
    let log = Log()
    var handler = ActionHandler<String, Notes> { action, _ in
      log.add(action)
      return action == "0" ? .run { _ in await gate.pass() } : .none
    }
    if suspends { handler = handler.use(Pausing()) }
    var store: Store<Script>? = Store(ordering: .sequential, handler)
    let handles = (0..<1000).compactMap { store?.send("\($0)") }
    for number in 1000..<1100 { store?.enqueue("\(number)") }
    await gate.waitForArrivals(1)
    let released = Counter()
    store?.state.released = released
    weak let runtime = store?.runtime
    store = nil
    #expect(runtime == nil)
    for handle in handles { await handle.tree }
    #expect(log.lines == ["0"])
    gate.open()
    await released.wait(for: 1)
    #expect(log.lines == ["0"])
  }

  @Test func `a store released while its middleware suspends is deallocated when that ends`() async {
    let gate = Gate()
    let log = Log()
    var store: Store<Script>? = Store(
      ordering: .sequential,
      ActionHandler { action, _ in
        log.add(action)
        return .run { _ in log.add("ran \(action)") }
      }
      .use(Slow(gate: gate))
    )
    let handles = (0..<100).compactMap { store?.send("\($0)") }
    let released = Counter()
    store?.state.released = released
    weak let runtime = store?.runtime
    store = nil
    #expect(runtime == nil)
    for handle in handles { await handle.value }
    gate.open()
    await released.wait(for: 1)
    #expect(log.lines == ["0"])
  }

  @Test func `while middleware suspends, an effect's send waits for it and nothing more`() async {
    let gate = Gate()
    let begun = Gate()
    begun.open()
    let sent = Gate()
    sent.open()
    let issues = IssueLog()
    var store: Store<Script>?
    store = Store(
      ordering: .sequential,
      options: StoreOptions(clock: .still, onIssue: issues.record),
      ActionHandler { action, state in
        state.lines.append("handle \(action)")
        guard action == "both" else { return .none }
        return .merge(
          .run { _, send in send("slow") },
          .run { state in
            await begun.waitForArrivals(1)
            let quick = store?.send("quick")
            await sent.pass()
            await quick?.value
            state.lines.append("waited")
          }
        )
      }
      .use(SlowOne(gate: gate, begun: begun))
    )
    let both = store?.send("both")
    let next = store?.send("next")
    // The action of the second run is queued, after the middleware that suspends.
    await sent.waitForArrivals(1)
    gate.open()
    await both?.tree
    await next?.tree
    #expect(store?.state.lines == ["handle both", "handle slow", "handle quick", "waited", "handle next"])
    #expect(issues.all.map(\.message) == [])
    store = nil
  }
}

/// Middleware that suspends at each action, for a moment.
private struct Pausing: BeforeActionMiddleware {
  func beforeAction<Action, State>(action: Action, state: State) async throws {
    // Its job on the main actor runs after this one has suspended.
    await Task.detached { @MainActor in }.value
  }
}

/// Middleware that delays one action.
private struct SlowOne: BeforeActionMiddleware {
  let gate: Gate
  let begun: Gate

  func beforeAction<Action, State>(action: Action, state: State) async throws {
    guard "\(action)" == "slow" else { return }
    await begun.pass()
    await gate.pass()
  }
}
