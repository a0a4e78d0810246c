import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The surroundings of the checks: the executor of awaited work, and the end of a check of endless work.
@MainActor
@Suite struct CheckSurroundingsTests {
  /// A correct engine, apart from what a test adds to it.
  private final class Engine: StoreEngine {
    let box: StateBox<[String]>
    let runtime: Runtime<ConformanceAction>
    let makeActions: (Runtime<ConformanceAction>) -> AsyncStream<ConformanceAction>

    init(_ adapter: Adapter, _ options: StoreOptions) {
      let box = StateBox<[String]>([], options: options)
      self.box = box
      makeActions = adapter.makeActions
      runtime = Runtime(options: options) { [effect = adapter.effect, onOperation = adapter.onOperation] action in
        var names = box.take()
        var handled = action.handle(&names)
        if case .run(let id, let policy, let operation) = handled {
          handled = .run(id: id, policy: policy) { send in try await onOperation { try await operation(send) } }
        }
        box.put(names)
        return .merge([handled.program, effect])
      }
      runtime.shareState(of: box)
    }

    var state: [String] { box.value }
    var actions: AsyncStream<ConformanceAction> { makeActions(runtime) }

    func subscribe(_ receive: @escaping @MainActor ([String]) -> Void) -> StoreSubscription { box.subscribe(receive) }
  }

  private struct Adapter: ConformanceAdapter {
    var effect = EffectProgram<ConformanceAction>.none
    var makeActions: @MainActor (Runtime<ConformanceAction>) -> AsyncStream<ConformanceAction> = { $0.actions }
    var onIssue: @Sendable (RuntimeIssue) -> Void = { _ in }
    var onMake: @MainActor (Engine) -> Void = { _ in }
    /// Performs the operation of an effect.
    var onOperation: @Sendable (() async throws -> Void) async throws -> Void = { try await $0() }

    func makeStore(options: StoreOptions) -> Engine {
      var options = options
      options.onIssue = { [onIssue, tell = options.onIssue] issue in
        onIssue(issue)
        tell?(issue)
      }
      let engine = Engine(self, options)
      onMake(engine)
      return engine
    }

    func handled(in state: [String]) -> [String] { state }
  }

  @Test func `what a check awaits runs on its executor, and not in the pool`() async {
    let threads = Locked<Set<UInt>>([])
    let adapter = Adapter(makeActions: { _ in
      AsyncStream {
        threads.withLock { _ = $0.insert(CurrentThread.number) }
        return nil
      }
    })
    _ = await EngineConformance.check(adapter, promises: [.observation])
    #expect(threads.withLock { $0 } == [CurrentThread.number])
  }

  // They had the system's clock.
  @Test func `the stores of a check are in virtual time, which stands still`() async {
    let isVirtual = Locked<[Bool]>([])
    let adapter = Adapter(onMake: { engine in
      let options = engine.runtime.table.options
      let clock = options.clock as? TestClock
      let executor = options.executor as? any EffectExecutor
      isVirtual.withLock { $0.append(clock != nil && clock?.executor === executor) }
    })
    _ = await EngineConformance.check(adapter, promises: [.observation])
    let found = isVirtual.withLock { $0 }
    #expect(!found.isEmpty && found.allSatisfy { $0 })
  }

  // MARK: The end of a check

  @Test func `an operation that waits at a check's gate, though it was cancelled, ends with the check`() async {
    let (begun, ended) = (Counter(), Counter())
    let adapter = Adapter(onOperation: { body in
      begun.add()
      defer { ended.add() }
      try await body()
    })
    _ = await EngineConformance.check(adapter, promises: [.lifetime])
    #expect(begun.value > 0)
    #expect(ended.value == begun.value)
  }

  @Test func `a task beside a check ends with it, though it waits for what never comes`() async {
    let (begun, ended) = (Counter(), Counter())
    let adapter = Adapter(makeActions: { _ in
      AsyncStream {
        begun.add()
        defer { ended.add() }
        try? await untilCancelled()
        return nil
      }
    })
    _ = await EngineConformance.check(adapter, promises: [.observation])
    #expect(begun.value > 0)
    #expect(ended.value == begun.value)
  }

  @Test func `an effect ends with its check, though its store is kept`() async {
    let (begun, ended) = (Counter(), Counter())
    let endless = EffectProgram<ConformanceAction>.run { _ in
      begun.add()
      defer { ended.add() }
      try await untilCancelled()
    }
    var engines: [Engine] = []
    let adapter = Adapter(effect: endless, onMake: { engines.append($0) })
    _ = await EngineConformance.check(adapter, promises: [.synchronousSend])
    #expect(begun.value > 0)
    #expect(ended.value == begun.value)
    withExtendedLifetime(engines) {}
  }

  @Test func `a check of a store that never becomes quiet ends, reports it, and waits only once`() async {
    let issues = IssueLog()
    let polling = EffectProgram<ConformanceAction>.run(EffectOptions(id: "poll")) { send in
      // Each child task is a job of the executor.
      while !send.isCancelled { await withDiscardingTaskGroup { $0.addTask {} } }
    }
    let adapter = Adapter(effect: polling, onIssue: { issues.record($0) })
    let report = await EngineConformance.check(adapter, promises: [.runawayChains])
    #expect(report.brokenPromises == [.runawayChains])
    #expect(
      report.description.hasSuffix(
        "Found: The store never became quiet: its effects worked for 1.0 seconds, and went on."
      )
    )
    let waits = issues.all.count { if case .notSettled = $0.kind { true } else { false } }
    #expect(waits == 1)
  }
}
