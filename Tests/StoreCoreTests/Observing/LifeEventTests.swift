import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// The events of a store's own life, and of a handler that suspends.
@MainActor
@Suite struct LifeEventTests {
  private let executor = TestExecutor()
  private let events = RecordedEvents()

  private func store(
    _ script: @escaping @MainActor (String) -> EffectProgram<String> = { _ in .none }
  ) -> ScriptStore<String> {
    ScriptStore(options: StoreOptions(name: "lives", executor: executor, observers: [events]), script: script)
  }

  /// The events of the store's life and the ends of effects, as words.
  private var lives: [String] {
    events.all.compactMap { event in
      switch event.kind {
      case .storeStopped: "stopped"
      case .storeStarted: "started"
      case .storeEnded: "ended"
      case .storeAdopted(let parent): "adopted by \(parent)"
      case .effectEnded(let info, let outcome): "\(info.id.map { "\($0)" } ?? "effect") \(outcome)"
      default: nil
      }
    }
  }

  @Test func `a stop and a start are told once each, and a stop before the ends of the effects`() {
    let store = store { _ in .run(EffectOptions(id: "work")) { _ in try await untilCancelled() } }
    store.send("work")
    store.runtime.stop()
    store.runtime.stop()
    store.runtime.start()
    store.runtime.start()
    #expect(lives == ["stopped", "work cancelled", "started"])
    #expect(events.all.suffix(3).map(\.cause) == [nil, events.all.first?.actionCause, nil])
  }

  @Test func `a stop and a start in a handler are caused by its action`() async {
    var store: ScriptStore<String>?
    store = self.store { _ in
      store?.runtime.stop()
      store?.runtime.start()
      return .none
    }
    store?.send("rest")
    let handled = events.all.first { $0.actionCause != nil }
    #expect(handled != nil)
    #expect(lives == ["stopped", "started"])
    let stopped = events.all.first { if case .storeStopped = $0.kind { true } else { false } }
    #expect(stopped?.cause == handled?.actionCause)
  }

  @Test func `an observer that starts a store as it stops finds it stopped`() {
    let reaction = Reaction()
    let options = StoreOptions(executor: executor, observers: [events, reaction])
    let store = ScriptStore<String>(options: options) { _ in
      .run(EffectOptions(id: "work")) { _ in try await untilCancelled() }
    }
    store.send("work")
    var running: [Int] = []
    reaction.set { [weak store] event in
      guard case .storeStopped = event.kind, let store else { return }
      running.append(store.runtime.runningTaskCount)
      store.runtime.start()
      store.send("again")
    }
    store.runtime.stop()
    #expect(running == [0])
    #expect(!store.runtime.isStopped)
    #expect(store.state == ["work", "again"] && store.runtime.runningTaskCount == 1)
    #expect(lives == ["stopped", "work cancelled", "started"])
  }

  @Test func `the end of a store is told before the ends of its effects`() {
    var store: ScriptStore<String>? = store { _ in
      .run(EffectOptions(id: "work")) { _ in try await untilCancelled() }
    }
    store?.send("work")
    #expect(lives.isEmpty)
    store = nil
    #expect(lives == ["ended", "work cancelled"])
  }

  @Test(arguments: [false, true])
  func `a store that ends for good is told to end once`(isStopped: Bool) {
    var store: ScriptStore<String>? = store()
    if isStopped { store?.runtime.stop() }
    store?.runtime.end()
    store?.runtime.start()
    store = nil
    #expect(lives == (isStopped ? ["stopped", "ended"] : ["ended"]))
  }

  @Test func `a store tells who adopts it, once`() {
    let parents = [store(), store()]
    let child = store()
    #expect(child.runtime.becomeChild(of: parents[0].runtime.identity))
    #expect(!child.runtime.becomeChild(of: parents[1].runtime.identity))
    #expect(lives == ["adopted by lives"])
    guard case .storeAdopted(let parent)? = events.all.first?.kind else { return }
    #expect(parent == parents[0].runtime.identity)
    #expect(events.all.first?.store == child.runtime.identity)
  }

  @Test func `lives are told in words`() {
    var store: ScriptStore<String>? = store()
    store?.runtime.stop()
    store?.runtime.start()
    _ = store?.runtime.becomeChild(of: store?.runtime.identity)
    store = nil
    #expect(
      events.all.map(\.description) == [
        "Event 1 of store 'lives': the store was stopped.",
        "Event 2 of store 'lives': the store was started again.",
        "Event 3 of store 'lives': the store became a child of store 'lives'.",
        "Event 4 of store 'lives': the store has ended.",
      ]
    )
  }

  // MARK: Handlers

  @Test func `a handler that suspends is told, with the number and the place of its action`() async {
    let gate = Gate()
    let runtime = Runtime<String>(options: StoreOptions(name: "lives", observers: [events])) { action in
      if action == "slow" { await gate.pass() }
      return action == "quick" ? .emit("slow") : .none
    }
    let line = UInt(#line) + 1
    runtime.send("slow")
    #expect(events.all.count == 1)
    #expect(events.all.first?.location?.line == line)
    #expect(
      events.all.first?.description.hasPrefix(
        "Event 1 of store 'lives': the handler of action 1, slow, has suspended, sent at "
      ) == true
    )
    gate.open()
    await runtime.settle()
    runtime.send("quick")
    await runtime.settle()
    var numbers: [String] = []
    for event in events.all {
      switch event.kind {
      case .handlerSuspended(let action, let id): numbers.append("\(action) \(id.rawValue) suspended")
      case .actionHandled(let action, let id): numbers.append("\(action) \(id.rawValue)")
      default: break
      }
    }
    #expect(numbers == ["slow 1 suspended", "slow 1", "quick 2", "slow 3"])
  }
}

extension RuntimeEvent {
  /// The action of the event as a cause, if it was handled.
  fileprivate var actionCause: EventCause? {
    if case .actionHandled(_, let id) = kind { .action(id) } else { nil }
  }
}
