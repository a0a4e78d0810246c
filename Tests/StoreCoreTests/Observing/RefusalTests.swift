import StoreCore
import StoreTesting
import Testing
import _StoreTestSupport

/// Observers are notified of effects that do not start because their store is stopped or their scope is absent.
@MainActor
@Suite struct RefusalTests {
  private let executor = TestExecutor()
  private let log = EventLog()
  private let events = RecordedEvents()

  private var options: StoreOptions { StoreOptions(executor: executor, observers: [log, events]) }

  private func work(_ name: EffectID = "work") -> EffectProgram<String> {
    .task(EffectOptions(id: name)) { "done" }
  }

  /// A program of each kind, with or without a name.
  private func program(_ kind: String) -> EffectProgram<String> {
    switch kind {
    case "operation": work()
    case "named later": EffectProgram.task { "done" }.cancellable(id: "work")
    case "stream": .stream(AsyncStream { $0.finish() }, EffectOptions(id: "work"))
    case "delayed": work().delay(for: .seconds(1))
    case "debounced": EffectProgram.task { "done" }.debounce(id: "work", for: .seconds(1))
    case "caught": work().catch { _ in .none }
    case "named sequence": EffectProgram.sequence([work("a"), work("b")]).cancellable(id: "work")
    case "sequence": .sequence([work("a"), .emit("member"), work("b")])
    case "merge": .merge([work("a"), work("b")])
    case "deferred": .deferred { work() }
    case "delayed action": EffectProgram.emit("late").delay(for: .seconds(1))
    default: .none
    }
  }

  private nonisolated static let named = [
    "operation", "named later", "stream", "delayed", "debounced", "caught", "named sequence",
  ]
  private nonisolated static let nameless = ["sequence", "merge", "deferred", "delayed action"]

  /// The events of a program that does not start in a stopped store.
  private func refusals(of kind: String) -> [String] {
    switch kind {
    case "sequence": ["refused a: stoppedStore", "dropped member of nobody", "refused b: stoppedStore"]
    case "merge": ["refused a: stoppedStore", "refused b: stoppedStore"]
    case "deferred", "delayed action": ["refused effect: stoppedStore"]
    default: ["refused work: stoppedStore"]
    }
  }

  @Test(arguments: [false, true])
  func `what a start drops is reported, unless its handle was cancelled`(isCancelled: Bool) {
    var store: ScriptStore<String>?
    store = ScriptStore(options: options) { action in
      store?.runtime.stop()
      let handle = store?.launch(work())
      if isCancelled { handle?.cancel() }
      store?.runtime.start()
      return .none
    }
    store?.send("a")
    #expect(log.events.count { $0.hasPrefix("refused") } == (isCancelled ? 0 : 1))
    for event in events.all {
      if case .effectRefused = event.kind { #expect("\(event)".contains("because of action 1")) }
    }
    #expect(log.events.count { $0.hasPrefix("refused") } == (isCancelled ? 0 : 1))
  }

  @Test(arguments: named + nameless)
  func `what is launched on a stopped store is refused and reported`(kind: String) async {
    let store = ScriptStore<String>(options: options)
    store.runtime.stop()
    let line = UInt(#line + 1)
    let handle = store.launch(program(kind))
    #expect(handle.isFinished)
    #expect(log.events == refusals(of: kind))
    guard case .effectRefused(let info, _)? = events.all.first?.kind else { return }
    #expect(info.location?.line == line)
    #expect(info.isStream == (kind == "stream"))
    #expect(events.all.first?.cause == nil)
    store.runtime.start()
    await store.settle()
    #expect(store.state == [])
    #expect(store.runtime.table.nodeCount == 0)
  }

  @Test func `an action that is launched on a stopped store is dropped and reported`() {
    let store = ScriptStore<String>(options: options)
    store.runtime.stop()
    store.launch(.emit("launched"))
    store.launch(.cancel(.all))
    #expect(log.events == ["dropped launched of nobody"])
  }

  @Test(arguments: named + nameless)
  func `the effects of an action that stops its store are refused and reported`(kind: String) throws {
    var store: ScriptStore<String>?
    store = ScriptStore(options: options) { _ in
      store?.runtime.stop()
      return program(kind)
    }
    store?.send("stop")
    #expect(log.events == ["handled stop"] + refusals(of: kind))
    guard case .actionHandled(_, let id) = try #require(events.all.first).kind else { return }
    #expect(events.all.last?.cause == .action(id))
    #expect(store?.runtime.table.nodeCount == 0)
  }

  @Test func `what waits in a stopped store and is dropped by its start is reported`() {
    var store: ScriptStore<String>?
    store = ScriptStore(options: options) { action in
      guard action == "restart" else { return .none }
      store?.runtime.stop()
      store?.launch(work())
      store?.launch(.emit("launched"))
      store?.send("sent")
      store?.runtime.start()
      return .none
    }
    store?.send("restart")
    #expect(
      log.events == [
        "refused work: stoppedStore", "dropped launched of nobody", "dropped sent of nobody", "handled restart",
      ]
    )
    #expect(store?.runtime.table.nodeCount == 0)
  }

  @Test func `what a stop cancels is not reported as refused`() async {
    let store = ScriptStore(options: options) { action in
      action == "start"
        ? .sequence([.task(EffectOptions(id: "first")) { try await untilCancelled() }, work("second")]) : .none
    }
    store.send("start")
    await store.settle()
    store.runtime.stop()
    await store.settle()
    #expect(log.events == ["handled start", "started first", "cancelled first", "drained first"])
  }

  @Test(arguments: named + nameless)
  func `what belongs to an absent scope is refused and reported`(kind: String) throws {
    let runtime = Runtime<String>(
      options: options,
      isPresent: { _ in false },
      handler: { _ in program(kind).scoped(to: 1) }
    )
    runtime.send("start")
    let name = Self.named.contains(kind) ? EffectID("work").scoped(to: 1).description : "effect"
    #expect(log.events == ["handled start", "refused \(name): absentScope"])
    guard case .actionHandled(_, let id) = try #require(events.all.first).kind else { return }
    #expect(events.all.last?.cause == .action(id))
    #expect(runtime.table.nodeCount == 0)
  }

  @Test func `an action of an absent scope is dropped and reported`() {
    let runtime = Runtime<String>(
      options: options,
      isPresent: { _ in false },
      handler: { $0 == "start" ? .emit("child's").scoped(to: 1) : .none }
    )
    runtime.send("start")
    #expect(log.events == ["handled start", "dropped child's of nobody"])
  }
}
