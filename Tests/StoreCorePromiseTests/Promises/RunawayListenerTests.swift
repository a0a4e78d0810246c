import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Listeners that answer each notification by causing the next.
@MainActor
@Suite(.observedToo) struct RunawayListenerTests {
  private struct Failure: Error {}

  /// Calls a function with each event, all of which arrive on the main actor here.
  private struct Listener: RuntimeObserver {
    let hear: @MainActor @Sendable (RuntimeEvent) -> Void

    func receive(_ event: RuntimeEvent) {
      MainActor.assumeIsolated { hear(event) }
    }
  }

  private let issues = IssueLog()
  private let link = RuntimeLink<Int>()
  private let executor = TestExecutor()

  private func store(
    onError: (@MainActor @Sendable (any Error, EffectInfo) -> Void)? = nil,
    script: @escaping @MainActor (Int) -> EffectProgram<Int> = { _ in .none },
    hear: @escaping @MainActor @Sendable (RuntimeEvent) -> Void = { _ in }
  ) -> ScriptStore<Int> {
    let options = StoreOptions(
      executor: executor,
      observers: [Listener(hear: hear)],
      onError: onError,
      onIssue: { [issues] in issues.record($0) },
      chainLimit: 100
    )
    let store = ScriptStore(options: options, script: script)
    link.runtime = store.runtime
    return store
  }

  private var kinds: [String] {
    issues.all.map { issue in
      switch issue.kind {
      case .runawayChain: "chain"
      case .runawayEffects: "effects"
      default: "\(issue.kind)"
      }
    }
  }

  @Test func `an observer that sends at each event is stopped`() {
    let drops = Counter()
    let store = store(hear: { [link] event in
      if case .actionDropped = event.kind { drops.add() }
      link.runtime?.send(1)
    })
    store.send(1)
    #expect(kinds == ["chain"])
    #expect(store.state.count == 101)
    // Reported as often as the limit allows, and once for what is beyond it.
    #expect(drops.value == 101)
  }

  @Test func `an observer that sends again what a stopped store drops is stopped`() {
    let store = store(hear: { [link] event in
      if case .actionDropped = event.kind { link.runtime?.send(1) }
    })
    store.runtime.stop()
    store.send(1)
    #expect(kinds == ["chain"])
    store.runtime.start()
    store.send(2)
    #expect(store.state == [2])
  }

  @Test func `an observer that launches again what was refused is stopped`() {
    let keeps = EffectProgram<Int>.run(EffectOptions(id: "one", policy: .keepRunning)) { _ in try await untilCancelled()
    }
    let store = store(hear: { [link] event in
      if case .effectRefused = event.kind { link.runtime?.launch(keeps) }
    })
    store.launch(keeps)
    store.launch(keeps)
    #expect(kinds == ["chain"])
    #expect(store.runningTaskCount == 1)
  }

  @Test func `an error hook that sends again what failed is stopped`() async {
    let store = store(onError: { [link] _, _ in link.runtime?.send(1) }, script: { _ in .task { throw Failure() } })
    store.send(1)
    await store.settle()
    #expect(kinds == ["effects"])
    #expect(store.state.count == 101)
    guard case .runawayEffects(let last, let cycle) = issues.all.first?.kind else { return }
    #expect(last.count == 64)
    #expect(cycle == ["1"])
  }

  @Test func `an observer that sends at the end of each effect is stopped`() async {
    let store = store(
      script: { _ in .run { _ in } },
      hear: { [link] event in
        if case .effectEnded = event.kind { link.runtime?.send(1) }
      }
    )
    store.send(1)
    await store.settle()
    #expect(kinds == ["effects"])
    #expect(store.state.count == 101)
  }

  @Test func `sends at the end of effects that suspend may continue for ever`() async {
    let clock = TestClock(executor: executor)
    let sleeps = EffectProgram<Int>.task {
      try await clock.sleep(for: .seconds(1))
      throw Failure()
    }
    let store = store(onError: { [link] _, _ in link.runtime?.send(1) }, script: { _ in sleeps })
    store.send(1)
    await clock.advance(by: .seconds(300))
    #expect(kinds == [])
    #expect(store.state.count == 301)
    store.cancel(.all)
  }

  @Test func `an observer that writes the state at each write is stopped`() {
    let store = store(hear: { [link] event in
      if case .stateChanged = event.kind { link.runtime?.stateWasWrittenExternally() }
    })
    store.runtime.stateWasWrittenExternally()
    #expect(kinds == ["chain"])
  }

  @Test func `a reader of states that writes the state at each write is stopped`() {
    let store = store()
    let reader = Writer { [link] in link.runtime?.stateWasWrittenExternally() }
    let observation = store.runtime.observe(reader)
    store.runtime.stateWasWrittenExternally()
    #expect(kinds == ["chain"])
    observation.cancel()
  }

  private struct Writer: StateObserver {
    let write: @MainActor @Sendable () -> Void

    func stateReader(for store: StoreIdentity) -> @MainActor (StateReading) -> Void {
      { reading in
        if case .stateChanged = reading.event?.kind { write() }
      }
    }
  }
}
