import StoreCore
import StoreTesting
import Synchronization
import Testing
import _StoreTestSupport

/// Promise 6: cancellation is not an error, and can be answered.
@MainActor
@Suite struct CancellationAnswerTests {
  private let executor = TestExecutor()
  private let log = EventLog()

  private var options: StoreOptions { StoreOptions(executor: executor, observers: [log]) }

  /// A store that starts a run named by the action's text; the run waits at the gate, ignoring its cancellation.
  private func stubbornStore(_ gate: Gate, policy: LaunchPolicy = .replace) -> ScriptStore<String> {
    ScriptStore(options: options) { action in
      guard action.hasPrefix("start") else { return .none }
      return .run(EffectOptions(id: "work", policy: policy)) { send in
        send("begun by \(action)")
        await gate.pass()
        send("ended by \(action)")
      }
    }
  }

  @Test func `error handlers are not called for a cancel by the store`() async {
    let errors = Counter()
    var options = options
    options.onError = { _, _ in errors.add() }
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .task(EffectOptions(id: "work")) { try await untilCancelled() }
        .catch { _ in .emit("caught") }
    }
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    await store.settle()
    store.send("start")
    await store.settle()
    store.send("start")
    await store.settle()
    store.cancel(.all)
    await store.settle()
    #expect(errors.value == 0)
    #expect(store.state == ["start", "start", "start"])
  }

  @Test func `a cancellation error that no cancel of the store caused is an error`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .task { throw CancellationError() }.catch { .emit("caught \($0 is CancellationError)") }
    }
    store.send("start")
    await store.settle()
    #expect(store.state == ["start", "caught true"])
  }

  @Test func `the answers of a composition are mapped with it`() async {
    let store = ScriptStore(String.self, options: options)
    let waiting = EffectProgram<Int>.run { _ in try await untilCancelled() }
    store.launch(EffectProgram.merge(waiting, waiting).onCancel { 1 }.map { "answer \($0)" })
    await store.settle()
    store.cancel(.all)
    await store.settle()
    #expect(store.state == ["answer 1", "answer 1"])
  }

  @Test func `onCancel is called for a cancel and a replacement, not for an end`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "wait": .task(EffectOptions(id: "work")) { try await untilCancelled() }.onCancel { "cancelled" }
      case "finish": .task(EffectOptions(id: "other")) { "finished" }.onCancel { "wrong" }
      default: .none
      }
    }
    store.send("wait")
    await store.settle()
    store.cancel(.id("work"))
    #expect(store.state == ["wait", "cancelled"], "on an idle store, before cancel returns")
    store.send("wait")
    store.send("wait")
    await store.settle()
    store.cancel(.id("work"))
    store.send("finish")
    await store.settle()
    #expect(store.state.filter { $0 == "cancelled" }.count == 3)
    #expect(store.state.last == "finished")
    #expect(!store.state.contains("wrong"))
  }

  // The order of a set of names would differ from process to process.
  @Test(arguments: [EffectSelector.matching { _ in true }, .all], [nil, EffectScope("child")])
  func `effects that are cancelled together end in launch order, and so do their answers come`(
    selector: EffectSelector,
    scope: EffectScope?
  ) async {
    let store = ScriptStore(String.self, options: options)
    func launch(_ program: EffectProgram<String>) {
      store.launch(scope.map { program.scoped(to: $0) } ?? program)
    }
    let names = (1...8).map { "effect \($0)" }
    for name in names {
      launch(.run(EffectOptions(id: EffectID(name))) { _ in try await untilCancelled() }.onCancel { name })
    }
    await store.settle()
    launch(.cancel(selector))
    await store.settle()
    #expect(store.state == names)
    #expect(log.events("cancelled") == names.map { "cancelled \(scope.map { "\($0)/" } ?? "")\($0)" })
  }

  @Test func `a refused launch has another answer than a cancelled one, at once or when its interval ends`() async {
    let clock = TestClock(executor: executor)
    let options = StoreOptions(executor: executor, clock: clock, observers: [log])
    let store = ScriptStore(String.self, options: options)
    let work = EffectProgram<String>.run(EffectOptions(policy: .keepRunning)) { _ in try await untilCancelled() }
    for answer in ["first", "held", "refused"] {
      let answered = work.onCancel { answer }.onRefused { "\(answer) by the throttle or the policy" }
      store.launch(answered.throttle(id: "work", for: .seconds(1), edges: .bothKeepingFirst))
    }
    #expect(store.state == ["refused by the throttle or the policy"])
    await clock.advance(by: .seconds(1))
    #expect(store.state.dropFirst() == ["held by the throttle or the policy"])
    #expect(log.events("refused") == ["refused work: throttled", "refused as alreadyRunning work"])
    store.cancel(.all)
    await store.settle()
    #expect(store.state.dropFirst(2) == ["first"])
  }

  @Test func `a run with an answer to its cancel drains like any other`() async {
    let gate = Gate()
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .run(EffectOptions(id: "work")) { _ in await gate.pass() }.onCancel { "cancelled" }
    }
    store.send("start")
    await store.settle()
    store.cancel(.id("work"))
    #expect(store.state == ["start", "cancelled"])
    #expect(store.runtime.drainingEffects.map(\.id) == ["work"])
    gate.open()
    await store.settle()
    #expect(store.runtime.drainingEffects.isEmpty)
  }

  @Test func `the answer to a cancel may start effects, even if the whole tree was cancelled`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      switch action {
      case "start": .task { try await untilCancelled() }.onCancel { "cancelled" }
      case "cancelled": .task { "tidied up" }
      default: .none
      }
    }
    let handle = store.send("start")
    handle.cancel()
    await store.settle()
    #expect(store.state == ["start", "cancelled", "tidied up"])
  }

  @Test func `a cancel between the end of a run and its completion is answered once`() async {
    let store = ScriptStore(options: options) { (action: String) -> EffectProgram<String> in
      guard action == "start" else { return .none }
      return .task(EffectOptions(id: "work")) { "result" }.onCancel { "cancelled" }
    }
    store.send("start")
    _ = executor.runUntilIdle()
    store.cancel(.id("work"))
    await store.settle()
    #expect(store.state == ["start", "cancelled"])
    #expect(store.runtime.drainingEffects.isEmpty)
  }
}
