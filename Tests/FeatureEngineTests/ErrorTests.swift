import FeatureEngine
import Logging
import StoreTesting
import Testing
import _StoreTestSupport

@MainActor
@Suite struct ErrorTests {
  private let executor = TestExecutor()

  // MARK: Handlers

  @Test(arguments: [false, true])
  func `a handler that throws starts no task, and middleware gets the error before onError`(suspends: Bool) {
    let log = Log()
    let handler: ActionHandler<String, Notes> =
      suspends
      ? ActionHandler { _, state async throws in
        state.count += 1
        throw Refused()
      }
      : ActionHandler { _, state in
        state.count += 1
        throw Refused()
      }
    let recorded = RecordedLog()
    let store = Store(
      options: StoreOptions(logger: recorded.logger),
      handler.use(Synchronous("first", log)).use(Synchronous("second", log))
        .onError { error, state in log.add("onError \(error) at \(state.count)") }
    )
    let handle = store.send("fail")
    #expect(handle.isFinished)
    #expect(store.runningTaskCount == 0)
    #expect(store.state.count == 1)
    #expect(log.lines.suffix(3) == ["first error Refused()", "second error Refused()", "onError Refused() at 1"])
    #expect(recorded.entries.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: [false, true])
  func `without onError the error of a handler is logged at error level with its action`(suspends: Bool) {
    let recorded = RecordedLog()
    let handler: ActionHandler<String, Notes> =
      suspends
      ? ActionHandler { _, _ async throws in throw Refused() }
      : ActionHandler { _, _ in throw Refused() }
    let store = Store(
      options: StoreOptions(
        onError: { _, _ in Issue.record("no effect failed") },
        logger: recorded.logger
      ),
      handler
    )
    let line = UInt(#line) + 1
    store.send("fail")
    #expect(recorded.entries.map(\.level) == [.error])
    #expect(recorded.entries.map(\.metadata["action"]) == ["fail"])
    let message = recorded.entries.first?.message ?? ""
    #expect(message.contains("the handling of the action fail threw Refused(), and nothing handles it."))
    #expect(message.contains("The action came from the send at \(#fileID):\(line)."))
  }

  @Test func `an error after a suspension reaches middleware and onError, too`() async {
    let gate = Gate()
    let log = Log()
    let store = Store(
      ActionHandler { _, _ in
        await gate.pass()
        throw Refused()
      }
      .use(Named("middleware", log))
      .onError { error, _ in log.add("onError \(error)") }
    )
    let handle = store.send("fail")
    gate.open()
    await handle.value
    #expect(log.lines.suffix(2) == ["middleware error Refused()", "onError Refused()"])
  }

  @Test func `cancelling a handler by its handle is no error`() async {
    let clock = TestClock(executor: executor)
    let recorded = RecordedLog()
    let log = Log()
    let store = Store(
      options: StoreOptions(logger: recorded.logger),
      ActionHandler { action, _ in
        try await clock.sleep(for: .seconds(1))
        return .run { state in state.lines.append(action) }
      }
      .use(Named("middleware", log))
    )
    let handle = store.send("slow")
    handle.cancel()
    await handle.tree
    await store.settle()
    #expect(log.lines.count { $0.contains("error") } == 0)
    #expect(recorded.entries.isEmpty)
    #expect(store.state.lines.isEmpty)
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an action whose handler was cancelled counts as handled, because its changes stay`() async {
    let clock = TestClock(executor: executor)
    let events = EventLog()
    let store = Store(
      options: StoreOptions(observers: [events]),
      ActionHandler { action, state in
        state.lines.append(action)
        try await clock.sleep(for: .seconds(1))
        return .none
      }
    )
    var heard: [String] = []
    store.runtime.subscribe(toActions: { heard.append($0) })
    let handle = store.send("slow")
    handle.cancel()
    await handle.tree
    await store.settle()
    #expect(store.state.lines == ["slow"])
    #expect(events.events == ["handled slow"])
    #expect(heard == ["slow"])
  }

  @Test func `a CancellationError that no cancel caused is an error`() {
    let log = Log()
    let store = Store(
      ActionHandler { _, _ async throws in throw CancellationError() }
        .onError { error, _ in log.add("\(error)") }
    )
    store.send("fail")
    #expect(log.lines == ["CancellationError()"])
  }

  @Test func `an error of a handler whose store is deallocated is not reported`() async {
    let gate = Gate()
    let recorded = RecordedLog()
    let log = Log()
    var store: Store<Script>? = Store(
      options: StoreOptions(logger: recorded.logger),
      ActionHandler { _, state in
        await gate.pass()
        state.count += 1
        throw Refused()
      }
      .onError { error, _ in log.add("onError \(error)") }
    )
    let released = Counter()
    store?.state.released = released
    store?.subscribe { _ in log.add("changed") }
    store?.send("fail")
    store = nil
    #expect(released.value == 0, "its handler still has the state")
    gate.open()
    await released.wait(for: 1)
    #expect(log.lines.isEmpty)
    #expect(recorded.entries.isEmpty)
  }

  /// Waits at a gate when it gets an error.
  private struct Waiting: ErrorHandlingMiddleware {
    let gate: Gate

    func onError<Action, State>(error: any Error, action: Action, state: State) async { await gate.pass() }
  }

  @Test func `an error is not passed to onError if its store is deallocated while middleware handles it`() async {
    let gate = Gate()
    let log = Log()
    var store: Store<Script>? = Store(
      ActionHandler { _, _ async throws in throw Refused() }
        .use(Waiting(gate: gate))
        .onError { error, _ in log.add("onError \(error)") }
    )
    let released = Counter()
    store?.state.released = released
    store?.send("fail")
    await gate.waitForArrivals(1)
    store = nil
    gate.open()
    await released.wait(for: 1)
    #expect(log.lines.isEmpty)
  }

  @Test func `a second onError replaces the first`() async {
    let log = Log()
    let store = Store(
      ActionHandler { action, _ in
        if action == "throw" { throw Refused() }
        return .run { _ in throw Refused() }
      }
      .onError { _, _ in log.add("first") }
      .onError { _, _ in log.add("second") }
    )
    store.send("throw")
    await store.send("run").value
    #expect(log.lines == ["second", "second"])
  }

  // MARK: Tasks

  @Test(arguments: 0..<4)
  func `the error of a task reaches only the nearest handler`(heldBack: Int) async {
    let heard = Log()
    let recorded = RecordedLog()
    let catches = heldBack < 1
    var handler = ActionHandler<String, Notes> { _, _ in
      let task = ActionTask<String, Notes>.run(id: "load") { _ in throw Refused() }
      return catches ? task.catch { error, _ in heard.add("catch \(error)") } : task
    }
    if heldBack < 2 {
      handler = handler.onError { error, _ in heard.add("onError \(error)") }
    }
    var options = StoreOptions(executor: executor, logger: recorded.logger)
    if heldBack < 3 {
      options.onError = { error, info in heard.add("hook \(error) of \(info.id?.description ?? "")") }
    }
    let store = Store(options: options, handler)
    await store.send("load").value
    let expected = [["catch Refused()"], ["onError Refused()"], ["hook Refused() of load"], []]
    #expect(heard.lines == expected[heldBack])
    #expect(recorded.entries.map(\.level) == (heldBack == 3 ? [.error] : []))
    #expect(recorded.entries.compactMap { $0.metadata["effect.id"] } == (heldBack == 3 ? ["load"] : []))
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test(arguments: 0..<4)
  func `the error of a cancelled task is not reported`(heldBack: Int) async {
    let gate = Gate()
    let heard = Log()
    let recorded = RecordedLog()
    let catches = heldBack < 1
    var handler = ActionHandler<String, Notes> { _, _ in
      let task = ActionTask<String, Notes>.run(id: "load") { _ in
        await gate.pass()
        throw Refused()
      }
      return catches ? task.catch { error, _ in heard.add("catch \(error)") } : task
    }
    if heldBack < 2 {
      handler = handler.onError { error, _ in heard.add("onError \(error)") }
    }
    var options = StoreOptions(executor: executor, logger: recorded.logger)
    if heldBack < 3 {
      options.onError = { error, _ in heard.add("hook \(error)") }
    }
    let store = Store(options: options, handler)
    let drained = DrainCounter()
    store.runtime.observe(drained)
    let handle = store.send("load")
    await gate.waitForArrivals(1)
    store.cancelTask(id: "load")
    await handle.value
    gate.open()
    await drained.counter.wait(for: 1)
    await store.settle()
    #expect(heard.lines.isEmpty)
    #expect(recorded.entries.isEmpty)
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `subscribers are notified of an action whose handler threw`() {
    let handler = ActionHandler<String, Notes> { _, state in
      state.count += 1
      throw Refused()
    }
    let store = Store(options: StoreOptions(executor: executor), handler.onError { _, state in state.count += 10 })
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    store.send("fail")
    #expect(heard == [11])
  }

  @Test func `subscribers are notified of what onError changes for the error of a task`() async {
    let handler = ActionHandler<String, Notes> { _, _ in .run { _ in throw Refused() } }
    let store = Store(options: StoreOptions(executor: executor), handler.onError { _, state in state.count += 10 })
    var heard: [Int] = []
    store.subscribe { heard.append($0.count) }
    store.send("load")
    await store.settle()
    #expect(heard == [0, 0, 10])
  }

  @Test func `the error of a task whose store is deallocated is not reported, and its state is released`() async {
    let gate = Gate()
    let heard = Log()
    let recorded = RecordedLog()
    var store: Store<Script>? = Store(
      options: StoreOptions(executor: executor, logger: recorded.logger),
      ActionHandler { action, _ in
        let task = ActionTask<String, Notes>.run(id: action) { state in
          await gate.pass()
          state.count += 1
          throw Refused()
        }
        return action == "caught" ? task.catch { _, _ in heard.add("catch") } : task
      }
      .onError { _, _ in heard.add("onError") }
    )
    store?.subscribe { _ in heard.add("changed") }
    store?.send("caught")
    store?.send("uncaught")
    await gate.waitForArrivals(2)
    #expect(heard.lines == ["changed", "changed"])
    let released = Counter()
    store?.state.released = released
    weak let gone = store
    weak let runtime = store?.runtime
    store = nil
    #expect(gone == nil)
    #expect(runtime == nil)
    #expect(released.value == 0, "the tasks have the state")
    gate.open()
    await released.wait(for: 1)
    #expect(heard.lines == ["changed", "changed"])
    #expect(recorded.entries.isEmpty)
  }
}
