import FeatureEngine
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct ActionTaskTests {
  typealias Task = ActionTask<String, Notes>

  private let executor = TestExecutor()

  @Test func `merged tasks start together, in the given order`() async {
    let gate = Gate()
    let store = makeStore { action in
      action == "start" ? .merge(note("a", gate), note("b", gate), .send("sent"), note("c", gate)) : .none
    }
    let handle = store.send("start")
    #expect(store.state.lines == ["handle start", "handle sent"])
    #expect(store.runningTaskCount == 3)
    await store.settle()
    #expect(store.state.lines.suffix(3) == ["begin a", "begin b", "begin c"])
    gate.open()
    await handle.tree
    #expect(store.state.lines.suffix(3).sorted() == ["end a", "end b", "end c"])
  }

  @Test func `concatenated tasks run one after another, each after the previous one's actions`() async {
    let store = makeStore { action in
      guard action == "start" else { return .none }
      return .concatenate(
        .run { state, send in
          send("from a")
          state.lines.append("a")
        },
        .send("sent"),
        .none,
        .run { state in state.lines.append("b") },
        .cancel(id: "nobody"),
        .run { state in state.lines.append("c") }
      )
    }
    await store.send("start").tree
    #expect(store.state.lines == ["handle start", "a", "handle from a", "handle sent", "b", "c"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a cancelled task of a concatenation ends, and the rest continue`() async {
    let gate = Gate()
    let store = makeStore { action in
      .concatenate(.run(id: "first") { _ in await gate.pass() }, .run { state in state.lines.append("second") })
    }
    let handle = store.send("start")
    await gate.waitForArrivals(1)
    store.cancelTask(id: "first")
    await handle.tree
    #expect(store.state.lines == ["handle start", "second"])
    gate.open()
  }

  @Test func `concatenated tasks are cancelled together by their action's handle`() async {
    let gate = Gate()
    let store = makeStore { action in
      .concatenate(.run(id: "first") { _ in await gate.pass() }, .run { state in state.lines.append("second") })
    }
    let handle = store.send("start")
    await gate.waitForArrivals(1)
    handle.cancel()
    gate.open()
    await handle.tree
    await store.settle()
    #expect(store.state.lines == ["handle start"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `a task of a concatenation that throws ends the rest`() async {
    let store = makeStore { _ in
      .concatenate(.run { _ in throw Refused() }, .run { state in state.lines.append("second") })
        .catch { error, state in state.lines.append("caught \(error)") }
    }
    await store.send("start").tree
    #expect(store.state.lines == ["handle start", "caught Refused()"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an emitted action is handled right after its own, before those sent meanwhile`() async {
    var store: Store<Script>?
    store = makeStore { action in
      guard action == "start" else { return .none }
      store?.send("meanwhile")
      return .merge(.send("first"), .send("second"))
    }
    store?.send("start")
    #expect(store?.state.lines == ["handle start", "handle first", "handle second", "handle meanwhile"])
    store = nil
  }

  @Test func `a catch handles the error of each operation inside, and the inner of two catches wins`() async {
    let store = makeStore { _ in
      .merge(
        .run { _ in throw Refused() },
        .run { _ in throw Refused() }.catch { _, state in state.lines.append("inner") },
        .concatenate(.run { _ in }, .run { _ in throw Refused() }),
        .run { state in state.lines.append("ran") }
      )
      .catch { _, state in state.lines.append("outer") }
    }
    await store.send("start").tree
    #expect(store.state.lines.sorted() == ["handle start", "inner", "outer", "outer", "ran"])
  }

  @Test func `a task with nothing to do is none, however it is composed`() {
    let tasks: [Task] = [
      .none, .concatenate(), .merge([.none, .merge(.none)]), .concatenate(.none, .none),
      .none.catch { _, _ in }, .none.priority(.high), .none.delay(for: .seconds(1)), .none.debounce(id: 1, for: .zero),
      .none.throttle(id: 1, for: .zero), .none.timeout(after: .zero), .none.retry(),
    ]
    #expect(tasks.allSatisfy { $0.isNone })
    #expect(!Task.send("a").isNone)
    #expect(!Task.cancel(id: "a").isNone)
    #expect(!Task.merge(.none, .send("a")).isNone)
  }

  @Test func `a deep composition does not exhaust the stack`() async {
    let depth = 1_000
    let store = makeStore { action in
      guard action == "start" else { return .none }
      var task = Task.run { state in state.lines.append("ran") }
      for index in 0..<depth {
        task = index.isMultiple(of: 2) ? .concatenate(task, .send("")) : .merge(task, .cancel(id: "nobody"))
      }
      return task
    }
    let handle = store.send("start")
    await handle.tree
    #expect(store.state.lines.count == depth / 2 + 2)
  }

  @Test func `a deep task that is never run is released`() {
    var task = Task.send("")
    for _ in 0..<500 { task = task.catch { _, _ in }.delay(for: .seconds(1)) }
    #expect(!task.isNone)
  }

  // MARK: Subscribers

  @Test func `subscribers are notified after each action and after each task that has ended`() async {
    let store = makeStore { action in
      action == "load" ? .run { state in state.count += 1 } : .none
    }
    var heard: [String] = []
    let subscription = store.subscribe { heard.append("\($0.count) after \($0.lines.count)") }
    store.send("note")
    #expect(heard == ["0 after 1"])
    await store.send("load").value
    #expect(heard == ["0 after 1", "0 after 2", "1 after 2"])
    subscription.cancel()
    store.send("note")
    #expect(heard.count == 3)
  }

  @Test func `subscribers are notified of a task that failed, and again after its error was handled`() async {
    let store = makeStore { action in
      .run { state in
        state.count += 1
        throw Refused()
      }
      .catch { _, state in state.count += 10 }
    }
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    await store.send("load").value
    #expect(heard == [0, 1, 11])
  }

  @Test func `subscribers are not notified of a cancelled task`() async {
    let gate = Gate()
    let store = makeStore { _ in
      .run(id: "load") { state in
        await gate.pass()
        state.count += 1
      }
    }
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    store.send("load")
    await store.settle()
    store.cancelTask(id: "load")
    gate.open()
    await store.settle()
    #expect(store.state.count == 1)
    #expect(heard == [0])
  }

  @Test func `an action that a subscriber sends at the end of a task is handled after the delivery`() async {
    let log = Log()
    let store = makeStore { action in
      log.add("handle \(action)")
      return action == "load" ? .run { state in state.count = 1 } : .none
    }
    store.send("load")
    store.subscribe { state in
      log.add("begin")
      if state.lines.count == 1 { store.send("note") }
      log.add("end")
    }
    await store.settle()
    #expect(log.lines == ["handle load", "begin", "end", "handle note", "begin", "end"])
  }

  @Test func `a subscriber that sends at each delivery, from the end of a task on, is stopped at the limit`() async {
    let issues = IssueLog()
    let store = Store(
      options: StoreOptions(executor: executor, onIssue: { issues.record($0) }, chainLimit: 20),
      ActionHandler<String, Notes> { action, _ in action == "load" ? .run { state in state.count = 1 } : .none }
    )
    store.send("load")
    var sentCount = 0
    store.subscribe { _ in
      guard sentCount < 100 else { return }
      sentCount += 1
      store.send("note")
    }
    await store.settle()
    #expect(sentCount < 100)
    #expect(issues.all.count == 1)
  }

  @Test func `subscriptions and sequences end with the store, although a cancelled task goes on`() async throws {
    let gate = Gate()
    defer { gate.open() }
    var store: Store<Script>? = makeStore { _ in .run { _ in await gate.pass() } }
    var token: Counter? = Counter()
    weak let kept = token
    store?.subscribe { [token] _ in withExtendedLifetime(token) {} }
    token = nil
    let counts = store?.values(of: \.count)
    store?.send("load")
    await gate.waitForArrivals(1)
    store = nil
    // Otherwise the sequence would not end before the gate opens, either.
    try #require(kept == nil)
    var heard: [Int] = []
    for await count in try #require(counts) { heard.append(count) }
    #expect(heard == [0])
  }

  @Test func `subscribers are notified of what the answer to a cancel writes`() async {
    let store = makeStore { _ in
      .run(id: "load") { _ in try await untilCancelled() }
        .onCancel { state in
          state.count += 1
          return nil
        }
    }
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    store.send("load")
    store.cancelTask(id: "load")
    await store.settle()
    #expect(heard == [0, 1])
  }

  // MARK: Support

  @Test(arguments: [LaunchPolicy.keepRunning, .replace])
  func `an action that a task returns may launch the task again under keepRunning, and cancels nothing`(
    policy: LaunchPolicy
  ) async {
    var launches = 0
    let store = makeStore { action in
      guard action != "cancelled", launches < 3 else { return .none }
      launches += 1
      return .task(id: "page") { _ in "loaded" }.policy(policy).onCancel { "cancelled" }
    }
    await store.send("start").tree
    #expect(store.state.lines == ["handle start", "handle loaded", "handle loaded", "handle loaded"])
  }

  @Test func `subscribers are notified of what a task wrote before the action that it returns is handled`() async {
    let store = makeStore { action in
      guard action == "start" else { return .none }
      return .task { state in
        state.count = 1
        return "loaded"
      }
    }
    var heard: [String] = []
    store.subscribe { heard.append("\($0.count) \($0.lines.count)") }
    await store.send("start").tree
    #expect(heard == ["0 1", "1 1", "1 2"])
  }

  private func note(_ name: String, _ gate: Gate) -> Task {
    .run { state in
      state.lines.append("begin \(name)")
      await gate.pass()
      state.lines.append("end \(name)")
    }
  }

  private func makeStore(_ tasks: @escaping @MainActor (String) -> Task) -> Store<Script> {
    Store(
      options: StoreOptions(executor: executor),
      ActionHandler { action, state in
        state.lines.append("handle \(action)")
        return tasks(action)
      }
    )
  }
}
