#if Servers
import FeatureEngine
import MetricsTestKit
import Observation
import StoreCore
import StoreMetrics
import StoreTesting
import Testing

@MainActor
@Suite struct MetricsObserverTests {
  private let metrics = TestMetrics()
  private let times = EventTimes()

  private func store(_ engine: Engine, _ name: String? = "orders") -> AnyStore {
    engine.store(name, MetricsObserver(factory: metrics), times)
  }

  private func count(of effect: String, _ outcome: String, in store: String = "orders") -> Int64 {
    metrics.counterTotal(
      label: "store.effects",
      dimensions: [("store", store), ("effect", effect), ("outcome", outcome)]
    )
  }

  private func actions(_ outcome: String, in store: String = "orders") -> Int64 {
    metrics.counterTotal(label: "store.actions", dimensions: [("store", store), ("outcome", outcome)])
  }

  private func running(in store: String = "orders") throws -> Double? {
    try metrics.expectMeter("store.effects.running", [("store", store)]).lastValue
  }

  private func durations(of effect: String) throws -> [Int64] {
    try metrics.expectTimer("store.effect.duration", [("store", "orders"), ("effect", effect)]).values
  }

  @Test(arguments: Engine.allCases)
  func `effects are counted by name and outcome`(engine: Engine) async throws {
    let store = store(engine)
    let gate = Gate()
    store.send(.run("quick"))
    store.send(.run("failing") { _ in throw Failure() })
    await store.settle()
    store.send(.run("cancelled") { _ in await gate.pass() })
    store.send(.run("replaced", .replace) { _ in await gate.pass() })
    store.send(.run("replaced", .replace) { _ in await gate.pass() })
    store.send(.run("refused", .keepRunning) { _ in await gate.pass() })
    store.send(.run("refused", .keepRunning) { _ in await gate.pass() })
    store.send(.cancel("cancelled"))
    gate.open()
    await store.settle()
    #expect(count(of: "quick", "finished") == 1)
    #expect(count(of: "failing", "failed") == 1)
    #expect(count(of: "cancelled", "cancelled") == 1)
    #expect(count(of: "replaced", "replaced") == 1)
    #expect(count(of: "replaced", "finished") == 1)
    #expect(count(of: "refused", "refused") == 1)
    #expect(count(of: "refused", "finished") == 1)
    #expect(metrics.counterTotal(label: "store.effects") == 7)
  }

  @Test(arguments: Engine.allCases)
  func `the running effects are those that have started and not ended`(engine: Engine) async throws {
    let store = store(engine)
    let gate = Gate()
    store.send(.run("a", .queue(limit: 9)) { _ in await gate.pass() })
    // It waits for its turn.
    store.send(.run("a", .queue(limit: 9)) { _ in await gate.pass() })
    #expect(try running() == 1)
    store.send(.run("b") { _ in await gate.pass() })
    #expect(try running() == 2)
    store.send(.cancel("b"))
    #expect(try running() == 1)
    gate.open()
    await store.settle()
    #expect(try running() == 0)
  }

  @Test(arguments: Engine.allCases)
  func `durations are those between the events`(engine: Engine) async throws {
    let store = store(engine)
    let gate = Gate()
    store.send(.run("quick"))
    await store.settle()
    store.send(.run("cancelled") { _ in await gate.pass() })
    store.send(.cancel("cancelled"))
    gate.open()
    await store.settle()
    #expect(try durations(of: "quick") + durations(of: "cancelled") == times.durations)
    #expect(times.durations.count == 2)
  }

  @Test(arguments: Engine.allCases)
  func `actions are counted by what became of them`(engine: Engine) async {
    let store = store(engine)
    let (begun, gate) = (Gate(), Gate())
    store.send(
      .run("late") { send in
        begun.open()
        await gate.pass()
        send(.done)
      }
    )
    await begun.pass()
    store.send(.cancel("late"))
    gate.open()
    await times.drained.pass()
    await store.settle()
    #expect(actions("handled") == 2)
    #expect(actions("dropped") == 1)
    #expect(actions("vetoed") == 0)
  }

  @Test func `an action that middleware has vetoed is counted as such`() {
    let options = StoreOptions(name: "guarded", observers: [MetricsObserver(factory: metrics)])
    let store = FeatureStore(initialState: Guarded.State(), feature: Guarded(), options: options)
    store.send(.refused)
    #expect(actions("vetoed", in: "guarded") == 1)
    #expect(actions("handled", in: "guarded") == 0)
  }

  @Test(arguments: Engine.allCases)
  func `stores are told apart by their names`(engine: Engine) async {
    let observer = MetricsObserver(factory: metrics)
    let stores = [engine.store("first", observer), engine.store("second", observer), engine.store(nil, observer)]
    for store in stores {
      store.send(.run("quick"))
      await store.settle()
    }
    for name in ["first", "second", "unnamed"] {
      #expect(count(of: "quick", "finished", in: name) == 1)
      #expect(actions("handled", in: name) == 1)
    }
  }

  @Test(arguments: Engine.allCases)
  func `effects beyond the limit of names are counted together`(engine: Engine) async {
    let store = engine.store("orders", MetricsObserver(factory: metrics, nameLimit: 2))
    for name in ["a", "b", "c", "d", "a"] { store.send(.run(name)) }
    await store.settle()
    #expect(count(of: "a", "finished") == 2)
    #expect(count(of: "b", "finished") == 1)
    #expect(count(of: "other", "finished") == 2)
  }

  @Test(arguments: Engine.allCases)
  func `effects are named as the observer was told`(engine: Engine) async {
    let observer = MetricsObserver(factory: metrics) { info in info.id == "row 7" ? "row" : "effect" }
    let store = engine.store("orders", observer)
    store.send(.run("row 7"))
    store.send(.run("save"))
    await store.settle()
    #expect(count(of: "row", "finished") == 1)
    #expect(count(of: "effect", "finished") == 1)
  }

  @Test(arguments: Engine.allCases)
  func `an effect that had started before has no duration`(engine: Engine) async throws {
    let store = engine.store("orders")
    let gate = Gate()
    store.send(.run("a") { _ in await gate.pass() })
    store.runtime.observe(MetricsObserver(factory: metrics))
    gate.open()
    await store.settle()
    #expect(count(of: "a", "finished") == 1)
    #expect(try durations(of: "a") == [])
    #expect(throws: (any Error).self) { try running() }
  }
}

private struct Guarded: Feature {
  @Observable
  final class State {}

  enum Command: Sendable { case refused }

  struct Refusal: BeforeActionMiddleware {
    func beforeAction<Action, State>(action: Action, state: State) async throws { throw Failure() }
  }

  func handle() -> ActionHandler<Command, State> {
    ActionHandler { _, _ in .none }.use(Refusal())
  }
}

/// The times between the starts and the ends of effects, in the order of the ends.
private final class EventTimes: RuntimeObserver {
  private struct State {
    var starts: [CancellationToken: Duration] = [:]
    var durations: [Int64] = []
  }

  private let state = Locked(State())
  /// Opened when a cancelled effect has ended.
  let drained = Gate()

  var durations: [Int64] { state.withLock { $0.durations } }
  let needsTime = true

  func receive(_ event: RuntimeEvent) {
    switch event.kind {
    case .effectStarted(let info): state.withLock { $0.starts[info.token] = event.time }
    case .effectEnded(let info, _):
      state.withLock { state in
        guard let start = state.starts[info.token], let time = event.time else { return }
        let (seconds, attoseconds) = (time - start).components
        state.durations.append(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
      }
    case .effectDrained: drained.open()
    default: break
    }
  }
}
#endif
