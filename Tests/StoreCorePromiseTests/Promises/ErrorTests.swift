import Logging
import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Promise 11: errors are never printed or swallowed.
@MainActor
@Suite struct ErrorTests {
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let executor = TestExecutor()

  private func failing(_ options: StoreOptions) -> ScriptStore<String> {
    ScriptStore(options: options) { action in
      .task(EffectOptions(id: EffectID(action))) { throw Failure(description: "no network") }
    }
  }

  @Test func `an error that nothing catches reaches the store's hook`() async {
    let seen = Mutex<[String]>([])
    let store = failing(
      StoreOptions(
        executor: executor,
        onError: { error, info in
          MainActor.assertIsolated()
          seen.withLock { $0.append("\(error) in \(info.id?.description ?? "")") }
        }
      )
    )
    store.send("load")
    await store.settle()
    #expect(seen.withLock { $0 } == ["no network in load"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func `without a hook an error is logged with the store, the effect, its action and the place of the send`()
    async throws
  {
    let log = RecordedLog()
    let store = failing(StoreOptions(name: "feed", executor: executor, logger: log.logger))
    let line = UInt(#line) + 1
    store.send("load")
    await store.settle()
    let entry = try #require(log.entries.first)
    #expect(log.entries.count == 1)
    #expect(
      entry.message == """
        In store 'feed' the effect 'load' threw no network, and nothing handles it. It was launched by the action load, \
        from the send at \(#fileID):\(line). Add a 'catch' to the effect, or give the store an 'onError'.
        """
    )
    #expect(entry.level == .error)
    #expect(entry.metadata["effect.id"] == "load")
    #expect(entry.metadata["action"] == "load")
    #expect(entry.metadata["store"] == "feed")
    #expect(entry.metadata["error"] == "no network")
    #expect(entry.line == line)
    #expect(entry.source == "StoreCorePromiseTests")
  }

  @Test func `in a debug build the place of an enqueue is logged too`() async throws {
    let log = RecordedLog()
    let store = failing(StoreOptions(name: "feed", executor: executor, logger: log.logger))
    let line = UInt(#line) + 1
    store.enqueue("load")
    await store.settle()
    let entry = try #require(log.entries.first)
    #expect(entry.message.contains("from the send at \(#fileID):\(line).") == isDebugBuild)
  }

  @Test func `the message about an effect without a name names its action`() async throws {
    let log = RecordedLog()
    let store = ScriptStore(options: StoreOptions(name: "feed", logger: log.logger)) { (_: Int) -> EffectProgram<Int> in
      .task { throw Failure(description: "no network") }
    }
    await store.send(7).value
    let message = try #require(log.entries.first).message
    #expect(message.hasPrefix("In store 'feed' the effect of 7 threw no network, and nothing handles it."))
  }

  @Test func `the message about an effect that no action launched says so`() async throws {
    let log = RecordedLog()
    let store = ScriptStore(String.self, options: StoreOptions(name: "feed", logger: log.logger))
    let line = #line + 1
    await store.launch(.run { _ in throw Failure(description: "no network") }).value
    let message = try #require(log.entries.first).message
    #expect(message.hasPrefix("In store 'feed' an effect without a name threw no network, and nothing handles it. "))
    #expect(message.contains("It was launched without an action, at \(#fileID):\(line)."))
  }

  @Test func `the message about an effect launched while an action is handled has its own place`() async throws {
    let log = RecordedLog()
    let store = ScriptStore(String.self, options: StoreOptions(name: "feed", logger: log.logger))
    var line = 0
    store.runtime.subscribe(toActions: { [weak store] _ in
      line = #line + 1
      store?.launch(.run { _ in throw Failure(description: "no network") })
    })
    store.send("a")
    await store.settle()
    #expect(log.entries.map { "\($0.message)" }.first?.contains("an action, at \(#fileID):\(line).") == true)
  }

  private func uncaught(
    _ script: @escaping @MainActor (String) -> EffectProgram<String>,
    while send: (ScriptStore<String>) -> UInt
  ) async throws -> (error: UncaughtError, line: UInt) {
    let events = RecordedEvents()
    let options = StoreOptions(executor: executor, observers: [events], logger: RecordedLog().logger)
    let store = ScriptStore(options: options, script: script)
    let line = send(store)
    await store.settle()
    let errors = events.all.compactMap { event in
      if case .errorUncaught(let error) = event.kind { (event, error) } else { nil }
    }
    let (event, error) = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(event.location == error.location)
    if let effect = error.effect { #expect(event.cause == .effect(effect.token)) }
    return (error, line)
  }

  /// The ways in which a failing effect can be launched, and the action that the report names.
  nonisolated private static let ways: [(way: String, action: String)] = [
    ("alone", "send"), ("in a sequence", "send"), ("behind an emit", "send"), ("of an emitted action", "emitted"),
    ("of a task's action", "returned"), ("of a stream's action", "returned"), ("of an effect's send", "returned"),
    ("of a send in the handler", "nested"), ("of a catch", "send"), ("as a stream", "send"), ("in a group", "send"),
  ]

  @Test(arguments: ways)
  func `observers receive an error with the launching action and its place, whatever led to the effect`(
    way: String,
    action: String
  ) async throws {
    let holder = Mutex<ScriptStore<String>?>(nil)
    let failing = EffectProgram<String>.task(EffectOptions(id: "work")) { throw Failure(description: "no network") }
    let nestedLine = Mutex<UInt?>(nil)
    let (error, line) = try await uncaught { action in
      switch (action, way) {
      case ("send", "alone"): return failing
      case ("send", "in a sequence"): return .sequence([.task { "other" }, failing])
      case ("send", "behind an emit"): return .merge([.emit("other"), failing])
      case ("send", "of an emitted action"): return .sequence([.emit("emitted"), .emit("other")])
      case ("send", "of a task's action"): return .task { "returned" }
      case ("send", "of a stream's action"):
        return .stream(
          EffectOptions(),
          make: {
            AsyncStream {
              $0.yield("returned")
              $0.finish()
            }
          }
        )
      case ("send", "of an effect's send"): return .run { $0("returned") }
      case ("send", "of a send in the handler"):
        nestedLine.withLock { $0 = UInt(#line) + 1 }
        holder.withLock { $0 }?.send("nested")
        holder.withLock { $0 }?.send("other")
        return .none
      case ("send", "of a catch"): return .task { throw Failure(description: "first") }.catch { _ in failing }
      case ("send", "as a stream"):
        return .stream(EffectOptions(id: "work")) { () -> AsyncStream<String> in
          throw Failure(description: "no network")
        }
      case ("send", "in a group"): return EffectProgram.merge([.task { "other" }, failing]).cancellable(id: "all")
      case ("emitted", _), ("returned", _), ("nested", _): return failing
      default: return .none
      }
    } while: { store in
      holder.withLock { $0 = store }
      store.send("send")
      return UInt(#line) - 1
    }
    holder.withLock { $0 = nil }
    #expect(error.action as? String == action)
    #expect(error.effect?.action as? String == action)
    #expect(error.effect?.id == "work")
    #expect("\(error.error)" == "no network")
    if way == "of a send in the handler" {
      #expect(error.location?.line == nestedLine.withLock { $0 })
    } else if way == "of an effect's send" {
      // Its own place is the nearer one.
      #expect(error.location != nil && error.location?.line != line)
    } else {
      #expect(error.location?.line == line)
    }
  }

  @Test func `an error that a catch or the hook handles is not reported as uncaught`() async {
    let events = RecordedEvents()
    let options = StoreOptions(executor: executor, observers: [events], onError: { _, _ in })
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      let failing = EffectProgram<String>.task { throw Failure(description: "no network") }
      return action == "caught" ? failing.catch { _ in .none } : failing
    }
    store.send("caught")
    store.send("hooked")
    await store.settle()
    #expect(events.all.contains { if case .effectEnded(_, .failed) = $0.kind { true } else { false } })
    #expect(!events.all.contains { if case .errorUncaught = $0.kind { true } else { false } })
  }

  @Test func `an error of a handler is reported with its action and the place of the send`() async throws {
    let log = RecordedLog()
    let events = RecordedEvents()
    for observers in [[], [events]] as [[any RuntimeObserver]] {
      var runtime: Runtime<String>?
      let store = Runtime<String>(options: StoreOptions(name: "feed", observers: observers, logger: log.logger)) {
        action in
        runtime?.reportFailure(Failure(description: "refused"), of: action)
        return .none
      }
      runtime = store
      store.send("save")
      runtime = nil
      let entry = try #require(log.entries.last)
      #expect(
        entry.message == """
          In store 'feed' the handling of the action save threw refused, and nothing handles it. The action came from the \
          send at \(#fileID):\(entry.line). Handle errors with the handler's 'onError', or do not throw.
          """
      )
      #expect(entry.line == UInt(#line) - 9)
    }
    #expect(log.entries.count == 2)
    let told = events.all.compactMap { if case .errorUncaught(let error) = $0.kind { (error, $0.cause) } else { nil } }
    #expect(told.map { $0.0.action as? String } == ["save"])
    #expect(told.first?.1 == .action(try events.all[0].actionID))
  }

  @Test func `a caught error is not logged`() async {
    let log = RecordedLog()
    let options = StoreOptions(executor: executor, logger: log.logger)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "load" else { return .none }
      return .task { throw Failure(description: "no network") }.catch { .emit("caught \($0)") }
    }
    await store.send("load").value
    #expect(store.state == ["load", "caught no network"])
    #expect(log.entries.isEmpty)
  }

  @Test func `a cancel after a caught error ends what is around the catch`() async {
    let options = StoreOptions(executor: executor, clock: .still)
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "load" else { return .none }
      let parts = EffectProgram<String>.merge([
        .task { throw Failure(description: "") }, .run { _ in try await untilCancelled() },
      ])
      return .sequence([parts.catch { _ in .emit("caught") }, .emit("behind")])
    }
    let handle = store.send("load")
    await store.settle()
    #expect(store.state == ["load", "caught"])
    handle.cancel()
    await store.settle()
    #expect(store.state == ["load", "caught"])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `the hook may send`() async {
    let holder = Mutex<ScriptStore<String>?>(nil)
    let options = StoreOptions(onError: { _, _ in holder.withLock { $0 }?.send("from the hook") })
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      action == "load" ? .task { throw Failure(description: "") } : .none
    }
    holder.withLock { $0 = store }
    await store.send("load").value
    await store.settle()
    #expect(store.state == ["load", "from the hook"])
    holder.withLock { $0 = nil }
  }
}

extension RuntimeEvent {
  /// The number of the action that was handled.
  fileprivate var actionID: ActionID {
    get throws {
      guard case .actionHandled(_, let id) = kind else { throw CancellationError() }
      return id
    }
  }
}
